import { Button, PasswordInput, type PasswordInputProps } from "@mantine/core";
import { passwordHint } from "#core/passwords.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { settings } from "../contract.ts";
import classes from "./Settings.module.css";

const initialValues = { old_password: "", password: "", confirm_password: "" };

/** Changes the person's own password. */
export function PasswordForm({ email }: { email: string }) {
  const change = useCallForm(settings.password, {
    initialValues,
    invalidates: [settings.sessions],
    onSuccess: () => change.form.reset(),
  });
  const { getInputProps } = change.form;
  return (
    <form noValidate onSubmit={change.submit} className={classes.form}>
      {/* Lets password managers match the account. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <Password label="Current password" autoComplete="current-password" {...getInputProps("old_password")} />
      <Password
        label="New password"
        description={passwordHint}
        autoComplete="new-password"
        {...getInputProps("password")}
      />
      <Password label="Confirm new password" autoComplete="new-password" {...getInputProps("confirm_password")} />
      <Button type="submit" variant="default" loading={change.sending}>
        Change password
      </Button>
    </form>
  );
}

function Password(props: PasswordInputProps) {
  const toggle = { "aria-label": `Show ${String(props.label).toLowerCase()}`, tabIndex: 0 };
  return <PasswordInput visibilityToggleButtonProps={toggle} {...props} />;
}
