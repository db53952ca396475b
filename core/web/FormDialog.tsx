import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./FormDialog.module.css";
import type { CallForm } from "./useCallForm.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The submit button: "Create", "Save", "Send". */
  action: string;
  form: Pick<CallForm<never>, "submit" | "sending"> & Partial<Pick<CallForm<never>, "whyNot">>;
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
 * `data-autofocus`) and back to where it was. Close it in the form's `onSuccess`. Whoever may not send it reads it, and why.
 */
export function FormDialog({ opened, onClose, title, action, form, size = "md", children }: Props) {
  const { whyNot = "" } = form;
  const close = () => !form.sending && onClose();
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      <form noValidate onSubmit={form.submit} ref={markFirstInput}>
        <fieldset className={classes.fields} disabled={whyNot !== ""}>
          <Stack gap="md">{children}</Stack>
        </fieldset>
        {whyNot && (
          <Text size="sm" mt="md">
            {whyNot}
          </Text>
        )}
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={close} disabled={form.sending}>
            Cancel
          </Button>
          <Button type="submit" loading={form.sending} disabled={whyNot !== ""}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
