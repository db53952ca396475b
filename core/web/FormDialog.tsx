import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { CallForm } from "./useCallForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The submit button: "Create", "Save", "Send". */
  action: string;
  form: Pick<CallForm<never>, "submit" | "sending">;
  size?: string | number;
  children: ReactNode;
}

/** The dialog's focus trap goes to the marked input; otherwise it would be the close button. */
function markFirstInput(form: HTMLFormElement | null): void {
  if (form?.querySelector("[data-autofocus]")) return;
  form?.querySelector("input:not([type=hidden]), select, textarea")?.setAttribute("data-autofocus", "true");
}

/**
 * A form in a dialog: Enter submits, Escape and Cancel close, the focus goes to the first input (or the one marked
 * `data-autofocus`) and back to where it was. Close it in the form's `onSuccess`.
 */
export function FormDialog({ opened, onClose, title, action, form, size = "md", children }: Props) {
  const close = () => !form.sending && onClose();
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      <form noValidate onSubmit={form.submit} ref={markFirstInput}>
        <Stack gap="md">{children}</Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={close} disabled={form.sending}>
            Cancel
          </Button>
          <Button type="submit" loading={form.sending}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
