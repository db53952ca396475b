import { Button, Group, Stack, Title } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { SixDigits } from "#core/web/SixDigits.tsx";
import { boxCount, codeOf, emptyBoxes } from "#core/web/sixDigits.ts";
import { toast } from "#core/web/toast.tsx";
import { wrongCode } from "../contract.ts";

interface Props {
  title: string;
  about: ReactNode;
  /** Why the last code was refused. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
  /** `left`: seconds until another code can be asked for. */
  resend: { left: number; sending: boolean; send: () => void };
  more?: { label: string; act: () => void } | undefined;
}

/** Asks for the six digits of a one-time code. */
export function CodeForm({ title, about, failure, sending, onCode, resend, more }: Props) {
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
    setError(wrongCode);
    toast.error(wrongCode);
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={1} fz={28} lh={1.2}>
            {title}
          </Title>
          {about}
        </Stack>
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
        <Button type="submit" size="md" fullWidth loading={sending}>
          Verify
        </Button>
        <Group justify={more ? "space-between" : "center"} gap="xs">
          <Button variant="subtle" disabled={resend.left > 0} loading={resend.sending} onClick={resend.send}>
            {resend.left > 0 ? `Resend code in ${resend.left} s` : "Resend code"}
          </Button>
          {more && (
            <Button variant="subtle" onClick={more.act}>
              {more.label}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
