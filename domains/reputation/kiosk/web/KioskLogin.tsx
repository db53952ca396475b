import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { kiosk } from "../contract.ts";
import { kioskTexts as texts } from "./texts.ts";

interface Props {
  onDevice: (device: string) => void;
  /** Why the device was signed out. */
  notice: string | undefined;
}

/** Signs the device in. */
export function KioskLogin({ onDevice, notice }: Props) {
  const login = useCallForm(kiosk.login, {
    initialValues: { username: "", password: "" },
    // Failures are shown above the fields.
    quiet: true,
    onSuccess: ({ data }) => onDevice(data.device),
  });
  const { form, failure } = login;
  const shown = failure && !login.sending ? failure.message : notice;
  return (
    <form method="post" noValidate onSubmit={login.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            {texts.title}
          </Title>
          <Text c="dimmed" mt={4}>
            {texts.about}
          </Text>
        </div>
        {shown && <Alert color="red" title={shown} />}
        <TextInput
          label={texts.username}
          size="md"
          autoComplete="off"
          autoCapitalize="none"
          {...form.getInputProps("username")}
        />
        <PasswordInput
          label={texts.password}
          size="md"
          autoComplete="off"
          visibilityToggleButtonProps={{ "aria-label": texts.showPassword, tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <Button type="submit" size="md" fullWidth loading={login.sending}>
          {texts.login}
        </Button>
      </Stack>
    </form>
  );
}
