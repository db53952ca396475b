import { SendTimePicker } from "../../wizard/web/SendTimePicker.tsx";
import classes from "../../wizard/web/Wizard.module.css";
import { AudienceSummary } from "./AudienceSummary.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import type { Wizard } from "./useWizard.ts";
import { ZoneTimeline } from "./ZoneTimeline.tsx";

/** When it goes out, and what that comes to. */
export function SendingStep({ wizard: { draft, change, errors } }: { wizard: Wizard }) {
  const { data: audience } = useAudience(draft);
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <SendTimePicker options={texts.options} draft={draft} errors={errors} onChange={change} />
        <ZoneTimeline zones={audience?.zones ?? []} />
        <p className={classes.note}>{texts.checkAgain}</p>
      </div>
      <AudienceSummary draft={draft} />
    </div>
  );
}
