import { Alert, Button, PasswordInput, Stack, Title } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { kiosk } from "../contract.ts";
import { kioskTexts as texts } from "./texts.ts";

interface Props {
  who: { readonly device: string; readonly member: string };
  name: string;
  onProved: (pin: string) => void;
  onBack: () => void;
}

/** Proves who stands there. */
export function KioskPin({ who, name, onProved, onBack }: Props) {
  const unlock = useCallForm(kiosk.unlock, {
    initialValues: { ...who, pin: "" },
    // Failures are shown above the fields.
    quiet: true,
    onSuccess: () => onProved(unlock.form.getValues().pin),
  });
  const { form, failure } = unlock;
  return (
    <form noValidate onSubmit={unlock.submit}>
      <Stack gap="md">
        <Title order={1} fz={28} lh={1.2}>
          {texts.pinOf(name)}
        </Title>
        {failure && !unlock.sending && failure.status !== 422 && <Alert color="red" title={failure.message} />}
        <PasswordInput
          label={texts.pin.label}
          size="md"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          autoFocus
          visibilityToggleButtonProps={{ "aria-label": texts.showPin, tabIndex: 0 }}
          {...form.getInputProps("pin")}
        />
        <Button type="submit" size="md" fullWidth loading={unlock.sending}>
          {texts.continue}
        </Button>
        <Button variant="default" size="md" onClick={onBack}>
          {texts.back}
        </Button>
      </Stack>
    </form>
  );
}
