import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { codeLifetimeText } from "#domains/accounts/rules.ts";
import { ResendCode, useTypedCode } from "#domains/accounts/web/CodeForm.tsx";
import { type PhoneStep, settings } from "../contract.ts";
import type { PhoneVerification } from "./usePhoneVerification.ts";

interface Props {
  opened: boolean;
  proof: PhoneVerification;
}

/** Asks for the code that was sent to a phone. */
export function PhoneCodeDialog({ opened, proof }: Props) {
  // Keeps the last step visible during the closing animation.
  const [displayedStep, setDisplayedStep] = useState(proof.step);
  useEffect(() => {
    if (proof.step) setDisplayedStep(proof.step);
  }, [proof.step]);
  const title = displayedStep?.which === "otp_old" ? "Verify your current phone" : "Verify the phone";
  return (
    <Modal opened={opened} onClose={proof.cancel} title={title}>
      {displayedStep && (
        <PhoneCodeForm
          key={`${displayedStep.which} ${displayedStep.sent_to}`}
          step={displayedStep}
          onStep={proof.applyStep}
        />
      )}
    </Modal>
  );
}

/** Takes the code; `onStep` gets what follows it. */
export function PhoneCodeForm({ step, onStep }: { step: PhoneStep; onStep: (next: PhoneStep) => void }) {
  const { which } = step;
  const wait = useCountdown(step.resend_after);
  const verify = useSend(settings.verifyPhone, {
    invalidates: [settings.profile],
    onSuccess: ({ data }) => onStep(data),
  });
  const resend = useSend(settings.resendPhoneCode, {
    onSuccess: ({ data }) => wait.start(data.resend_after),
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });
  const { boxes, submit } = useTypedCode({
    failure: verify.error,
    sending: verify.isPending,
    onCode: (otp) => verify.mutate({ body: { which, otp } }),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text c="dimmed">
          We sent a code to {step.sent_to}. It can take up to {codeLifetimeText} to arrive.
        </Text>
        {boxes}
        <Group justify="space-between">
          <ResendCode left={wait.left} sending={resend.isPending} send={() => resend.mutate({ body: { which } })} />
          <Button type="submit" loading={verify.isPending}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
