import { PasswordInput, Text } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { type Client, clients } from "../contract.ts";
import { clientName } from "./clientCells.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  client: Client;
}

/** Sets the password of a client's owner. */
export function PasswordDialog({ opened, onClose, client }: Props) {
  const change = useCallForm(clients.changePassword, {
    initialValues: { client_id: client.id, password: "", confirm_password: "" },
    toBody: (values) => ({ ...values, client_id: client.id }),
    onSuccess: () => close(),
  });
  const { form } = change;
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={close} title="Change Password" action="Change Password" form={change}>
      <Text size="sm">
        {clientName(client)} ({client.email}) is signed out everywhere and must choose a new password at the next
        sign-in.
      </Text>
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
        {...form.getInputProps("password")}
      />
      <PasswordInput
        label="Confirm Password"
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": "Show confirmation", tabIndex: 0 }}
        {...form.getInputProps("confirm_password")}
      />
    </FormDialog>
  );
}
