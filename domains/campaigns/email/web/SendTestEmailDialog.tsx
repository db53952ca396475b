import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { testEmails } from "../../testEmail/contract.ts";
import { type EmailDraft, emailFieldsOf } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: EmailDraft;
}

/** Sends the email to one address, at first one's own. */
export function SendTestEmailDialog({ opened, onClose, draft }: Props) {
  const { data: profile } = useProfile();
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState("");
  const address = typed ?? profile?.email ?? "";
  const send = useSend(testEmails.send, {
    quiet: true,
    onSuccess: ({ status, message }) => {
      toast.show(status, message);
      onClose();
    },
    onFailure: ({ fields, message }) => setError(Object.values(fields)[0] ?? message),
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.test}
      action={texts.test}
      form={{
        submit: (event) => {
          event?.preventDefault();
          send.mutate({ body: { email: address, ...emailFieldsOf(draft) } });
        },
        sending: send.isPending,
      }}
    >
      <TextInput
        label={texts.testEmail}
        type="email"
        autoComplete="email"
        value={address}
        error={error || undefined}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError("");
        }}
      />
    </FormDialog>
  );
}
