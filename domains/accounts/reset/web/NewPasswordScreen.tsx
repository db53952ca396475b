import { Anchor, Button, PasswordInput, Stack, Text } from "@mantine/core";
import { Link, useNavigate, useParams } from "react-router";
import { confirmPasswordErrors, passwordHint } from "#core/passwords.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { session } from "#core/web/session/session.ts";
import { reset } from "../contract.ts";
import { ResetFrame } from "./ResetFrame.tsx";

/** Asks for the new password twice. The URL holds the verified ticket. */
export function NewPasswordScreen() {
  const { email = "", id = "" } = useParams();
  const navigate = useNavigate();
  const resetForm = useCallForm(reset.resetPassword, {
    initialValues: { user_id: id, email, password: "", confirm_password: "" },
    toBody: ({ confirm_password: _, ...body }) => body,
    extraErrors: confirmPasswordErrors,
    quiet: "success",
    onSuccess: () => {
      session.endAfterReset();
      navigate("/login", { replace: true });
    },
  });
  const { form, failure } = resetForm;
  const about = (
    <>
      For the account of{" "}
      <Text span fw={600} c="var(--mantine-color-text)">
        {email}
      </Text>
      . You will be signed out everywhere else.
    </>
  );

  return (
    <ResetFrame title="Choose a new password" about={about}>
      <form noValidate onSubmit={resetForm.submit}>
        <Stack gap="md">
          {/* Lets password managers match the account. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Password"
            description={passwordHint}
            size="md"
            autoComplete="new-password"
            autoFocus
            visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
            {...form.getInputProps("password")}
          />
          <PasswordInput
            label="Confirm password"
            size="md"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": "Show confirmed password", tabIndex: 0 }}
            {...form.getInputProps("confirm_password")}
          />
          <Button type="submit" size="md" fullWidth loading={resetForm.sending}>
            Confirm
          </Button>
        </Stack>
      </form>
      {failure?.fields.user_id && (
        <Anchor component={Link} to="/forgot-password" size="sm" ta="center">
          Request a new code
        </Anchor>
      )}
      <Anchor component={Link} to="/login" size="sm" ta="center">
        Cancel
      </Anchor>
    </ResetFrame>
  );
}
