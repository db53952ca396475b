import { Button, Loader, TextInput, Title } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { DomainRecords, domainTexts } from "#domains/marketing/delivery/web/public.tsx";
import { MailPreview } from "#domains/templates/email/web/public.tsx";
import { emailPreview, testEmails } from "../../contract.ts";
import { SendTestDialog, useSendTest } from "../wizard/SendTestDialog.tsx";
import classes from "../wizard/Wizard.module.css";
import { type EmailDraft, type EmailWizard, emailFieldsOf } from "./emailDraft.ts";
import { PreflightCard } from "./PreflightCard.tsx";
import { composeEmailTexts as texts } from "./texts.ts";

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
        {error && <LoadFailure failure={error} retry={refetch} />}
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
        <SendTestEmail opened={isOpen} onClose={() => setOpen(false)} draft={draft} />
      </div>
    </div>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: EmailDraft;
}

/** Sends the email to one address, at first one's own. */
function SendTestEmail({ opened, onClose, draft }: Props) {
  const { data: profile } = useProfile();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState("");
  const email = typed ?? profile?.email ?? "";
  const test = useSendTest(testEmails.send, onClose, ({ fields, message }) =>
    setError(Object.values(fields)[0] ?? message),
  );
  const send = () => test.mutate({ body: { email, ...emailFieldsOf(draft) } });
  return (
    <SendTestDialog opened={opened} onClose={onClose} title={texts.test} isSending={test.isPending} onSend={send}>
      <TextInput
        label={texts.testEmail}
        type="email"
        autoComplete="email"
        value={email}
        error={error || undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError("");
        }}
      />
    </SendTestDialog>
  );
}
