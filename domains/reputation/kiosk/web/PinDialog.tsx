import { PasswordInput } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { kiosk } from "../contract.ts";
import { kioskTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

const { pin: texts } = kioskTexts;

/** Sets one's own PIN for kiosks. */
export function PinDialog({ opened, onClose }: Props) {
  const save = useCallForm(kiosk.setPin, { initialValues: { pin: "" }, onSuccess: onClose });
  const { reset, clearErrors } = save.form;
  useEffect(() => {
    if (!opened) return;
    reset();
    clearErrors();
  }, [opened, reset, clearErrors]);
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.save} form={save}>
      <PasswordInput
        label={texts.label}
        description={texts.hint}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": kioskTexts.showPin, tabIndex: 0 }}
        {...save.form.getInputProps("pin")}
      />
    </FormDialog>
  );
}
