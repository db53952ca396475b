import { Anchor, Button, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { Navigate } from "react-router";
import { passwordHint } from "#core/passwords.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Land } from "#core/web/layout/Land.tsx";
import { session, useSession } from "#core/web/session/session.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { useLogout } from "./public.tsx";
import { signInTexts } from "./texts.ts";

/** Makes a person replace a password that someone else chose. */
export function OwnPasswordScreen() {
  const person = useSession();
  const logout = useLogout();
  const change = useCallForm(settings.password, {
    initialValues: { old_password: "", password: "", confirm_password: "" },
    onSuccess: () => session.update({ must_change_password: false }),
  });
  const { form } = change;
  const reveal = (field: string) => ({ "aria-label": `Show ${field}`, tabIndex: 0 });

  if (!person?.must_change_password) {
    return person ? <Land person={person} /> : <Navigate to="/login" replace />;
  }
  return (
    <form noValidate onSubmit={change.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            {signInTexts.ownPassword}
          </Title>
          <Text c="dimmed" mt={4}>
            {signInTexts.ownPasswordAbout}
          </Text>
        </div>
        <PasswordInput
          label="Current password"
          size="md"
          autoComplete="current-password"
          autoFocus
          visibilityToggleButtonProps={reveal("current password")}
          {...form.getInputProps("old_password")}
        />
        <PasswordInput
          label="New password"
          description={passwordHint}
          size="md"
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal("new password")}
          {...form.getInputProps("password")}
        />
        <PasswordInput
          label="Confirm new password"
          size="md"
          autoComplete="new-password"
          visibilityToggleButtonProps={reveal("confirmation")}
          {...form.getInputProps("confirm_password")}
        />
        <Button type="submit" size="md" fullWidth loading={change.sending}>
          {signInTexts.ownPasswordAction}
        </Button>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => logout.mutate({})}>
          Sign out
        </Anchor>
      </Stack>
    </form>
  );
}
