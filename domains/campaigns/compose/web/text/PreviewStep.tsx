import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { testTexts } from "../../contract.ts";
import { SendTestDialog, useSendTest } from "../wizard/SendTestDialog.tsx";
import classes from "../wizard/Wizard.module.css";
import { TextOnPhone } from "./TextOnPhone.tsx";
import type { TextDraft, TextWizard } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";

/** The text on a phone, and a test of it. */
export function PreviewStep({ wizard: { draft } }: { wizard: TextWizard }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.preview}>
      <TextOnPhone draft={draft} />
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.test}
      </Button>
      <SendTestText opened={isOpen} onClose={() => setOpen(false)} draft={draft} />
    </div>
  );
}

interface Props {
  opened: boolean;
  onClose: () => void;
  draft: TextDraft;
}

/** Sends the text to one phone. An empty number only turns the field's border red, as specified. */
function SendTestText({ opened, onClose, draft }: Props) {
  const [phone, setPhone] = useState("");
  const [error, setError] = useState<string | boolean>(false);
  const test = useSendTest(testTexts.send, onClose, ({ fields, message }) => setError(fields.phone_no ?? message));
  const send = () => {
    if (phone.trim() === "") return setError(true);
    const template_id = draft.template_id === 0 ? undefined : draft.template_id;
    const picture = draft.picture ?? undefined;
    test.mutate({ body: { phone_no: phone, message: draft.message, template_id, picture } });
  };
  return (
    <SendTestDialog opened={opened} onClose={onClose} title={texts.test} isSending={test.isPending} onSend={send}>
      <PhoneInput
        label={texts.testPhone}
        value={phone}
        error={error}
        onChange={(typed) => {
          setPhone(typed);
          setError(false);
        }}
      />
    </SendTestDialog>
  );
}
