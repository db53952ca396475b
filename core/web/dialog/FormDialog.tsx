import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode, SyntheticEvent } from "react";
import type { CallForm } from "../form/useCallForm.ts";
import classes from "./FormDialog.module.css";
import { useTypedChanges } from "./useTypedChanges.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The submit button: "Create", "Save", "Send". */
  action: string;
  /** Marks an action that can't be undone. */
  danger?: boolean;
  form: Pick<CallForm<never>, "submit" | "sending"> &
    Partial<Pick<CallForm<never>, "deniedReason">> & { form?: { isDirty: () => boolean } };
  size?: string | number;
  /** `isDirty` compares with what the dialog opened with: then what buttons change counts as well as what was typed. */
  comparesValues?: boolean;
  children: ReactNode;
}

/** False for what happens in a dialog that was opened from this form: React's events bubble to it, too. */
const isOwn = ({ currentTarget, target }: SyntheticEvent) => currentTarget.contains(target as Node);

/** Mantine's focus trap focuses the marked input; without a mark it would focus the close button. */
function markFirstInput(form: HTMLFormElement | null): void {
  if (form?.querySelector("[data-autofocus]")) return;
  form?.querySelector("input:not([type=hidden]), select, textarea")?.setAttribute("data-autofocus", "true");
}

/**
 * A form in a dialog: Enter submits, Escape and Cancel close, the focus goes to the first input (or `data-autofocus`)
 * and back. Closed by Escape or a click outside, it asks before it loses what was typed. Close it in the form's `onSuccess`. Users who may not send it can read it, and see why.
 */
export function FormDialog({
  opened,
  onClose,
  title,
  action,
  danger,
  form,
  size = "md",
  comparesValues,
  children,
}: Props) {
  const { deniedReason = "" } = form;
  const close = () => !form.sending && onClose();
  const changes = useTypedChanges(opened, form.form?.isDirty, comparesValues);
  // A second click reaches the button of a dialog that fades out.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isOwn(event)) return;
    if (opened) form.submit(event);
    else event.preventDefault();
  };
  return (
    <Modal opened={opened} onClose={() => changes.askBefore(close)} title={title} size={size}>
      <form noValidate onSubmit={submit} onInput={(event) => isOwn(event) && changes.onInput()} ref={markFirstInput}>
        <fieldset className={classes.fields} disabled={deniedReason !== ""}>
          <Stack gap="md">{children}</Stack>
        </fieldset>
        {deniedReason && (
          <Text size="sm" mt="md">
            {deniedReason}
          </Text>
        )}
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={close} disabled={form.sending}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={danger ? "red" : undefined}
            loading={form.sending}
            disabled={deniedReason !== ""}
          >
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
