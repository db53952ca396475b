import { PasswordInput } from "@mantine/core";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
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
  useFilledForm(save.form, opened, { pin: "" });
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
