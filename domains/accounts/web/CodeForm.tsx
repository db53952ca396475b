import { Button, Group, Stack, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { boxCount, codeOf, emptyBoxes } from "#core/web/form/digitBoxes.ts";
import { SixDigits } from "#core/web/form/SixDigits.tsx";
import { wrongCodeText } from "../fields.ts";

interface Props {
  title: string;
  about: ReactNode;
  /** Why the last code was rejected. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
  resend: ResendCodeProps;
  secondaryAction?: { label: string; onClick: () => void } | undefined;
}

/** Asks for the six digits of a one-time code. */
export function CodeForm({ title, about, failure, sending, onCode, resend, secondaryAction }: Props) {
  const { boxes, submit } = useTypedCode({ failure, sending, onCode });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={1} fz={28} lh={1.2}>
            {title}
          </Title>
          {about}
        </Stack>
        {boxes}
        <Button type="submit" size="md" fullWidth loading={sending}>
          Verify
        </Button>
        <Group justify={secondaryAction ? "space-between" : "center"} gap="xs">
          <ResendCode {...resend} />
          {secondaryAction && (
            <Button variant="subtle" onClick={secondaryAction.onClick}>
              {secondaryAction.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface TypedCodeOptions {
  /** Why the last code was rejected. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
}

/** The input boxes of a one-time code with their submit handler. A rejected code clears them and refocuses the first. */
export function useTypedCode({ failure, sending, onCode }: TypedCodeOptions): {
  boxes: ReactNode;
  submit: (event: FormEvent) => void;
} {
  const [value, setValue] = useState(emptyBoxes);
  const [error, setError] = useState<string>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!failure) return;
    setError(failure.message);
    setValue(emptyBoxes);
    setTries((count) => count + 1);
  }, [failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const otp = codeOf(value);
    if (otp.length === boxCount) return onCode(otp);
    setError(wrongCodeText);
    toast.error(wrongCodeText);
  };

  const boxes = (
    <SixDigits
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
  );
  return { boxes, submit };
}

interface ResendCodeProps {
  /** Seconds until another code can be requested. */
  left: number;
  sending: boolean;
  send: () => void;
}

/** Requests another code once the wait is over. */
export function ResendCode({ left, sending, send }: ResendCodeProps) {
  return (
    <Button variant="subtle" disabled={left > 0} loading={sending} onClick={send}>
      {left > 0 ? `Resend code in ${left} s` : "Resend code"}
    </Button>
  );
}
