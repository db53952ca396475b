import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { type PhoneStep, settings } from "../contract.ts";
import { codesDisclosure, waitText } from "../rules.ts";
import { PhoneCodeForm } from "./PhoneCodeDialog.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Runs once the number has received its code. */
  onVerified: () => void;
}

/** Asks for the number for codes before they are turned on, so that the next sign-in doesn't have to. */
export function NumberForCodesDialog({ opened, onClose, onVerified }: Props) {
  const [step, setStep] = useState<PhoneStep>();
  useEffect(() => {
    if (opened) setStep(undefined);
  }, [opened]);
  const applyStep = (next: PhoneStep) => {
    if (!next.verified) return setStep(next);
    onClose();
    onVerified();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Where should your codes go?">
      {step ? <PhoneCodeForm step={step} onStep={applyStep} /> : <NumberForm onStep={applyStep} onClose={onClose} />}
    </Modal>
  );
}

function NumberForm({ onStep, onClose }: { onStep: (step: PhoneStep) => void; onClose: () => void }) {
  const wait = useCountdown(0);
  const change = useCallForm(settings.otpPhone, {
    initialValues: { two_factor_number: "" },
    quiet: "success",
    invalidates: [settings.profile],
    onSuccess: ({ data }) => onStep(data),
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });
  return (
    <form noValidate onSubmit={change.submit}>
      <Stack>
        <PhoneInput
          label="Your phone"
          data-autofocus
          description={codesDisclosure}
          {...change.form.getInputProps("two_factor_number")}
        />
        {wait.left > 0 && (
          <Text size="sm" c="dimmed">
            {waitText(wait.left)}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.sending} disabled={wait.left > 0}>
            Send code
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
