import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { emailPreview } from "../../emailPreview/contract.ts";
import { RecipientPicker } from "../../wizard/web/RecipientPicker.tsx";
import { SendTimePicker } from "../../wizard/web/SendTimePicker.tsx";
import classes from "../../wizard/web/Wizard.module.css";
import { EmailAudienceSummary } from "./EmailAudienceSummary.tsx";
import { composeEmailTexts as texts } from "./texts.ts";
import type { EmailWizard } from "./useEmailWizard.ts";

/** Who gets the email, and when. */
export function EmailRecipientsStep({ wizard: { draft, change, errors } }: { wizard: EmailWizard }) {
  const cache = useQueryClient();
  const countAgain = useCallback(
    () => void cache.invalidateQueries({ queryKey: [emailPreview.audience.name] }),
    [cache],
  );
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        <RecipientPicker label={texts.who} draft={draft} errors={errors} onChange={change} onImported={countAgain} />
        <SendTimePicker options={texts.options} draft={draft} errors={errors} onChange={change} />
        <p className={classes.note}>{texts.checkAgain}</p>
      </div>
      <EmailAudienceSummary draft={draft} />
    </div>
  );
}
