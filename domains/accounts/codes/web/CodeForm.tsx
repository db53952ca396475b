import { Button, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { CallError } from "#core/client.ts";
import { type Resend, ResendCode } from "./ResendCode.tsx";
import { useTypedCode } from "./useTypedCode.tsx";

interface Props {
  title: string;
  about: ReactNode;
  /** Why the last code was refused. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
  resend: Resend;
  more?: { label: string; act: () => void } | undefined;
}

/** Asks for the six digits of a one-time code. */
export function CodeForm({ title, about, failure, sending, onCode, resend, more }: Props) {
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
        <Group justify={more ? "space-between" : "center"} gap="xs">
          <ResendCode {...resend} />
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
