import { Button } from "@mantine/core";

export interface ResendCodeProps {
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
