import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconAlertCircle, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Land } from "#core/web/layout/Land.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { session, useSession } from "#core/web/session/session.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { signInTexts } from "./texts.ts";
import { useContinueSignIn } from "./useContinueSignIn.ts";

/** Email and password; the server's login_status decides the next step. */
export function LoginScreen() {
  const person = useSession();
  const proceed = useContinueSignIn();
  const canReset = useHasScreen("/forgot-password");
  const canRegister = useHasScreen("/register");

  // Known once the app has taken over the prerendered form, which must hydrate as it is or what was typed is lost.
  const [isSignedOut, setSignedOut] = useState(false);

  useEffect(() => {
    setSignedOut(session.endedByItself());
    if (session.takeResetFlag()) toast.success("Your Password has been reset successfully");
  }, []);

  const login = useCallForm(accounts.login, {
    initialValues: { email: "", password: "", remember_me: false },
    toBody: (values) => ({ ...values, remember_me: values.remember_me ? 1 : 0 }),
    quiet: "success",
    onSuccess: ({ data }) => proceed(data),
  });
  const { form, failure } = login;

  if (person) return <Land person={person} />;
  return (
    <form method="post" noValidate onSubmit={login.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            {signInTexts.welcome}
          </Title>
          <Text c="dimmed" mt={4}>
            {signInTexts.about}
          </Text>
        </div>
        {isSignedOut && !failure && (
          <Alert color="blue" role="status" icon={<IconInfoCircle aria-hidden />} title={signInTexts.signedOut} />
        )}
        {failure && !login.sending && (
          <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={failure.message} />
        )}
        <TextInput
          label="Email"
          type="email"
          name="email"
          size="md"
          autoComplete="username"
          autoFocus
          {...form.getInputProps("email")}
        />
        <PasswordInput
          label="Password"
          name="password"
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
          {...form.getInputProps("password")}
        />
        <Group justify="space-between">
          <Checkbox
            label="Remember me"
            name="remember_me"
            {...form.getInputProps("remember_me", { type: "checkbox" })}
          />
          {canReset && (
            <Anchor component={Link} to="/forgot-password" size="sm">
              Forgot Password?
            </Anchor>
          )}
        </Group>
        <Button type="submit" size="md" fullWidth loading={login.sending}>
          Login
        </Button>
        {canRegister && (
          <Text size="sm" ta="center" c="dimmed">
            New to Rooftop?{" "}
            <Anchor component={Link} to="/register" underline="always" inherit>
              Sign up
            </Anchor>
          </Text>
        )}
      </Stack>
    </form>
  );
}
