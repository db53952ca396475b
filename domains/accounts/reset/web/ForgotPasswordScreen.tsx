import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { reset } from "../contract.ts";
import { ResetFrame, readResetRequest, storeResetRequest } from "./ResetFrame.tsx";

/** Asks for the email that gets the reset code. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const forgot = useCallForm(reset.forgotPassword, {
    initialValues: { email: readResetRequest()?.email ?? "" },
    quiet: "success",
    onSuccess: ({ data }) => {
      storeResetRequest(data.userData);
      navigate("/forgot-password/otp-sent");
    },
  });

  return (
    <ResetFrame
      title="Forgot your password?"
      about="Enter your email, and we'll send you a code to choose a new password."
    >
      <form noValidate onSubmit={forgot.submit}>
        <Stack gap="md">
          <TextInput
            label="Email"
            type="email"
            size="md"
            autoComplete="username"
            autoFocus
            {...forgot.form.getInputProps("email")}
          />
          <Button type="submit" size="md" fullWidth loading={forgot.sending}>
            Reset your password
          </Button>
        </Stack>
      </form>
      <Anchor component={Link} to="/login" size="sm" ta="center">
        Back to Login
      </Anchor>
    </ResetFrame>
  );
}
