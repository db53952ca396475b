import { MailEditor } from "#domains/templates/email/web/public.tsx";
import type { EmailWizard } from "./useEmailWizard.ts";

/** Writes the email, or changes what came from the template. */
export function CustomizeStep({ wizard: { draft, change, errors } }: { wizard: EmailWizard }) {
  return (
    <MailEditor value={draft.html} error={errors.campaign_template} onChange={(html: string) => change({ html })} />
  );
}
