import { Alert, Button, Loader, Title } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { DomainRecords, domainTexts } from "#domains/marketing/domainCheck/web/public.tsx";
import { MailPreview } from "#domains/templates/email/web/public.tsx";
import { emailPreview } from "../../emailPreview/contract.ts";
import { wizardTexts } from "../../wizard/web/texts.ts";
import classes from "../../wizard/web/Wizard.module.css";
import { emailFieldsOf } from "./emailDraft.ts";
import { PreflightCard } from "./PreflightCard.tsx";
import { SendTestEmailDialog } from "./SendTestEmailDialog.tsx";
import { composeEmailTexts as texts } from "./texts.ts";
import type { EmailWizard } from "./useEmailWizard.ts";

/** The email as it arrives, what to mend before it leaves, and a test of it. */
export function ReviewStep({ wizard: { draft, go } }: { wizard: EmailWizard }) {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useCall(
    emailPreview.preflight,
    { body: emailFieldsOf(draft) },
    { staleTime: 30_000 },
  );
  return (
    <div className={classes.columns}>
      <div className={classes.stack}>
        {data && <MailPreview html={data.html} subject={data.subject} />}
        {!data && !error && <Loader role="status" aria-label={texts.check.loading} m="xl" />}
        {error && (
          <Alert color="red" title={error.message}>
            <Button variant="default" onClick={() => void refetch()}>
              {wizardTexts.again}
            </Button>
          </Alert>
        )}
      </div>
      <div className={classes.stack}>
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {texts.test}
        </Button>
        {data && <PreflightCard preflight={data} onEdit={() => go(2)} onAddressSet={() => void refetch()} />}
        <section className={classes.card} aria-label={domainTexts.title}>
          <Title order={2}>{domainTexts.title}</Title>
          <DomainRecords />
        </section>
        <SendTestEmailDialog opened={isOpen} onClose={() => setOpen(false)} draft={draft} />
      </div>
    </div>
  );
}
