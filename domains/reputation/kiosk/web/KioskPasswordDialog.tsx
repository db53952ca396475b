import { PasswordInput } from "@mantine/core";
import { useEffect } from "react";
import { passwordHint } from "#core/passwords.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { kiosk } from "../contract.ts";
import { kioskTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

const { settings: texts } = kioskTexts;

/** Sets the password with which tablets sign in. */
export function KioskPasswordDialog({ opened, onClose }: Props) {
  const save = useCallForm(kiosk.changePassword, {
    initialValues: { password: "" },
    invalidates: [kiosk.settings],
    onSuccess: onClose,
  });
  const { reset, clearErrors } = save.form;
  useEffect(() => {
    if (!opened) return;
    reset();
    clearErrors();
  }, [opened, reset, clearErrors]);
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.passwordTitle} action={texts.save} form={save}>
      <PasswordInput
        label={texts.password}
        description={`${passwordHint}. ${texts.passwordHint}`}
        autoComplete="new-password"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": kioskTexts.showPassword, tabIndex: 0 }}
        {...save.form.getInputProps("password")}
      />
    </FormDialog>
  );
}
