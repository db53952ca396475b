import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { voice } from "../contract.ts";
import { callTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer: { readonly id: number; readonly name: string };
  /** Why the phone that was entered before can't ring. */
  problem: string;
}

/** Asks a member once for the phone that rings first, and calls the customer. */
export function CallDialog({ opened, onClose, customer: { id, name }, problem }: Props) {
  const own = useCall(voice.ownPhone, {}, { enabled: opened }).data;
  const place = useCallForm(voice.placeCall, {
    initialValues: { customer_id: id, phone: "" },
    invalidates: [voice.ownPhone],
    onSuccess: onClose,
  });
  const { setErrors } = place.form;
  const known = own?.phone || own?.profile_phone || "";
  useFilledForm(place.form, opened, { customer_id: id, phone: known });
  useEffect(() => {
    if (opened && own?.phone) setErrors({ phone: problem });
  }, [opened, own?.phone, problem, setErrors]);
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.dialogTitle(name)} action={texts.call} form={place}>
      <Text size="sm">{texts.explanation}</Text>
      <PhoneInput
        label={texts.ownPhone}
        description={texts.ownPhoneHint}
        withAsterisk
        autoComplete="tel-national"
        {...place.form.getInputProps("phone")}
      />
    </FormDialog>
  );
}
