import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { testTexts } from "../../testText/contract.ts";
import { composeTexts as texts } from "./texts.ts";
import type { WizardDraft } from "./wizardDraft.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: WizardDraft;
}

/** Sends the text to one phone. An empty number only turns the field's border red, as specified. */
export function SendTestDialog({ opened, onClose, draft }: Props) {
  const [phone, setPhone] = useState("");
  const [error, setError] = useState<string | boolean>(false);
  const send = useSend(testTexts.send, {
    quiet: true,
    onSuccess: ({ status, message }) => {
      toast.show(status, message);
      onClose();
    },
    onFailure: ({ fields, message }) => setError(fields.phone_no ?? message),
  });
  const submit = () => {
    if (phone.trim() === "") return setError(true);
    const template_id = draft.template_id === 0 ? undefined : draft.template_id;
    const picture = draft.picture ?? undefined;
    send.mutate({ body: { phone_no: phone, message: draft.message, template_id, picture } });
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.test}
      action={texts.test}
      form={{
        submit: (event) => {
          event?.preventDefault();
          submit();
        },
        sending: send.isPending,
      }}
    >
      <PhoneInput
        label={texts.testPhone}
        value={phone}
        error={error}
        onChange={(typed) => {
          setPhone(typed);
          setError(false);
        }}
      />
    </FormDialog>
  );
}
