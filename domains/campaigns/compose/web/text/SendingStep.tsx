import { Title } from "@mantine/core";
import type { DataOf } from "#core/call.ts";
import { timeZoneName } from "#core/timeZones.ts";
import { formatInstant, useTime } from "#core/web/time/useTime.ts";
import type { campaignPreview } from "../../contract.ts";
import { SendTimePicker } from "../wizard/SendTimePicker.tsx";
import wizard from "../wizard/Wizard.module.css";
import { AudienceSummary } from "./AudienceSummary.tsx";
import type { TextWizard } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import classes from "./ZoneTimeline.module.css";
import { zoneSpans } from "./zoneSpans.ts";

/** When it goes out, and what that comes to. */
export function SendingStep({ wizard: { draft, change, errors } }: { wizard: TextWizard }) {
  const { data: audience } = useAudience(draft);
  return (
    <div className={wizard.columns}>
      <div className={wizard.stack}>
        <SendTimePicker options={texts.options} draft={draft} errors={errors} onChange={change} />
        <ZoneTimeline zones={audience?.zones ?? []} />
        <p className={wizard.note}>{texts.checkAgain}</p>
      </div>
      <AudienceSummary draft={draft} />
    </div>
  );
}

type ZoneTimes = DataOf<typeof campaignPreview.audience>["zones"][number];

/** When the people of each zone get the text, drawn in the sender's own hours. */
function ZoneTimeline({ zones }: { zones: readonly ZoneTimes[] }) {
  const time = useTime();
  if (zones.length === 0) return null;
  return (
    <section className={wizard.card} aria-label={texts.zones}>
      <Title order={2}>{texts.zones}</Title>
      <ol className={classes.zones}>
        {zoneSpans(zones).map(({ zone, is_guess, count, first_due_at, start, width }) => {
          const name = timeZoneName(zone);
          return (
            <li key={`${zone} ${is_guess}`}>
              <div className={classes.line}>
                <strong>{is_guess === 1 ? texts.zoneUnknown(name) : name}</strong>
                <span>{texts.zonePeople(count)}</span>
              </div>
              <div className={classes.track} aria-hidden>
                <span style={{ insetInlineStart: `${start}%`, width: `${width}%` }} />
              </div>
              <div className={classes.line}>
                <span>{texts.theirTime(formatInstant(first_due_at, "dateTime", zone))}</span>
                <span>{texts.yourTime(time.dateTime(first_due_at))}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
