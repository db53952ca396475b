import { Title } from "@mantine/core";
import type { DataOf } from "#core/call.ts";
import { timeZoneName } from "#core/timeZones.ts";
import { formatInstant, useTime } from "#core/web/time/useTime.ts";
import type { campaignPreview } from "../../preview/contract.ts";
import wizard from "../../wizard/web/Wizard.module.css";
import { composeTexts as texts } from "./texts.ts";
import classes from "./ZoneTimeline.module.css";
import { zoneSpans } from "./zoneSpans.ts";

type ZoneTimes = DataOf<typeof campaignPreview.audience>["zones"][number];

/** When the people of each zone get the text, drawn in the sender's own hours. */
export function ZoneTimeline({ zones }: { zones: readonly ZoneTimes[] }) {
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
