import { Button, Group, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { CallError } from "#core/client.ts";
import { ResendCode, type ResendCodeProps } from "./ResendCode.tsx";
import { useTypedCode } from "./useTypedCode.tsx";

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
