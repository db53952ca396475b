import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { toastFailure, useSend } from "#core/web/call/useSend.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useSession } from "#core/web/session/session.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { ResendCode, useTypedCode } from "#domains/accounts/web/CodeForm.tsx";
import { type ReauthenticationStep, reauthentication } from "../contract.ts";

interface Props {
  onAnswer: (isConfirmed: boolean) => void;
}

/** The password was right; a code is on its way. */
interface CodeStep {
  readonly password: string;
  readonly sent: ReauthenticationStep;
}

/** Asks for the password, and then for a code where the account needs one. */
export function ReauthenticationDialog({ onAnswer }: Props) {
  const [codeStep, setCodeStep] = useState<CodeStep>();
  const person = useSession();
  useEffect(() => {
    if (!person) onAnswer(false);
  }, [person, onAnswer]);
  return (
    <Modal opened onClose={() => onAnswer(false)} title="Confirm it's you" size="sm">
      {codeStep ? (
        <CodeForm {...codeStep} onAnswer={onAnswer} />
      ) : (
        <PasswordForm onAnswer={onAnswer} onCodeSent={setCodeStep} />
      )}
    </Modal>
  );
}

/** A field shows its own error; everything else is a toast. */
function toastOthers(failure: CallError): void {
  if (Object.keys(failure.fields).length === 0) toastFailure(failure);
}

function PasswordForm({ onAnswer, onCodeSent }: Props & { onCodeSent: (step: CodeStep) => void }) {
  const { form, submit, sending } = useCallForm(reauthentication.confirm, {
    initialValues: { password: "" },
    quiet: true,
    onSuccess: ({ data }, { body }) => {
      if (data.confirmed) onAnswer(true);
      else onCodeSent({ password: body?.password ?? "", sent: data });
    },
    onFailure: toastOthers,
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text c="dimmed">Enter your password to make this change.</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={sending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CodeForm({ password, sent, onAnswer }: CodeStep & Props) {
  const [{ sent_to, notice }, setSent] = useState(sent);
  const wait = useCountdown(sent.resend_after);
  const options = { quiet: true, onFailure: toastOthers };
  const check = useSend(reauthentication.confirm, { ...options, onSuccess: () => onAnswer(true) });
  const resend = useSend(reauthentication.confirm, {
    ...options,
    onSuccess: ({ data }) => {
      setSent(data);
      wait.start(data.resend_after);
    },
  });
  const { boxes, submit } = useTypedCode({
    failure: check.error,
    sending: check.isPending,
    onCode: (otp) => check.mutate({ body: { password, otp } }),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Text c="dimmed">We sent a code to {sent_to}.</Text>
        {notice && <Text size="sm">{notice}</Text>}
        {boxes}
        <Group justify="space-between">
          <ResendCode
            left={wait.left}
            sending={resend.isPending}
            send={() => resend.mutate({ body: { password, otp: "" } })}
          />
          <Button type="submit" loading={check.isPending}>
            Verify
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
