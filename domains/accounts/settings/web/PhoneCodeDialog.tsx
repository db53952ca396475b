import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { SixDigits } from "#core/web/SixDigits.tsx";
import { boxCount, codeOf, emptyBoxes } from "#core/web/sixDigits.ts";
import { toast } from "#core/web/toast.tsx";
import { useCountdown } from "#core/web/useCountdown.ts";
import { useSend } from "#core/web/useSend.ts";
import { wrongCode } from "#domains/accounts/codes/contract.ts";
import { type PhoneStep, settings } from "../contract.ts";
import type { PhoneProof } from "./usePhoneProof.ts";

interface Props {
  opened: boolean;
  proof: PhoneProof;
}

/** Asks for the code that was sent to a phone. */
export function PhoneCodeDialog({ opened, proof }: Props) {
  // Kept while the dialog closes, so that it doesn't change before it is gone.
  const [shown, setShown] = useState(proof.step);
  useEffect(() => {
    if (proof.step) setShown(proof.step);
  }, [proof.step]);
  const title = shown?.which === "otp_old" ? "Verify your current phone" : "Verify the phone";
  return (
    <Modal opened={opened} onClose={proof.cancel} title={title}>
      {shown && <CodeOf key={`${shown.which} ${shown.sent_to}`} step={shown} proof={proof} />}
    </Modal>
  );
}

function CodeOf({ step, proof }: { step: PhoneStep; proof: PhoneProof }) {
  const { which } = step;
  const [value, setValue] = useState(emptyBoxes);
  const [error, setError] = useState<string>();
  const [tries, setTries] = useState(0);
  const wait = useCountdown(step.resend_after);
  const verify = useSend(settings.verifyPhone, {
    refreshes: [settings.profile],
    onSuccess: ({ data }) => proof.take(data),
    onFailure: ({ message }) => {
      setError(message);
      setValue(emptyBoxes);
      setTries((count) => count + 1);
    },
  });
  const resend = useSend(settings.resendPhoneCode, {
    onSuccess: ({ data }) => wait.start(data.resend_after),
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const otp = codeOf(value);
    if (otp.length === boxCount) return verify.mutate({ body: { which, otp } });
    setError(wrongCode);
    toast.error(wrongCode);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text c="dimmed">We sent a code to {step.sent_to}. It can take up to 2 minutes to arrive.</Text>
        <SixDigits
          // After a refusal the boxes are empty, and the first one waits again.
          key={tries}
          label="Code"
          value={value}
          error={error}
          autoFocus
          onChange={(next) => {
            setValue(next);
            setError(undefined);
          }}
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            disabled={wait.left > 0}
            loading={resend.isPending}
            onClick={() => resend.mutate({ body: { which } })}
          >
            {wait.left > 0 ? `Resend code in ${wait.left} s` : "Resend code"}
          </Button>
          <Button type="submit" loading={verify.isPending}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
