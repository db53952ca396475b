import type { ReactNode } from "react";
import type { Call } from "#core/call.ts";
import type { CallError } from "#core/client.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { toast } from "#core/web/feedback/toast.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  isSending: boolean;
  onSend: () => void;
  /** Where the test goes. */
  children: ReactNode;
}

/** Sends what was written to one phone or address. */
export function SendTestDialog({ opened, onClose, title, isSending, onSend, children }: Props) {
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      action={title}
      form={{
        submit: (event) => {
          event?.preventDefault();
          onSend();
        },
        sending: isSending,
      }}
    >
      {children}
    </FormDialog>
  );
}

/** Sends a test; a refusal is shown at its field. */
export function useSendTest<C extends Call>(call: C, onSent: () => void, onRefused: (failure: CallError) => void) {
  return useSend(call, {
    quiet: true,
    onSuccess: ({ status, message }) => {
      toast.show(status, message);
      onSent();
    },
    onFailure: onRefused,
  });
}
