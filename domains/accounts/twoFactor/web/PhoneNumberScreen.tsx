import { Button, Stack, Text, Title } from "@mantine/core";
import { useLocation, useNavigate } from "react-router";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { session } from "#core/web/session/session.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { codesDisclosure } from "../../settings/rules.ts";
import { twoFactor } from "../contract.ts";
import { PendingOnly } from "./PendingOnly.tsx";

/** Asks once for the number for codes, when the business requires a second factor and none is on file. */
export function PhoneNumberScreen() {
  return <PendingOnly>{() => <PhoneNumberForm />}</PendingOnly>;
}

function PhoneNumberForm() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const wait = useCountdown(0);
  const phoneForm = useCallForm(twoFactor.phoneNumberSubmit, {
    initialValues: { phone: "" },
    onSuccess: ({ data }, { body }) => {
      const typed = (body as { phone: string }).phone;
      const sentTo = data.two_factor_number.includes("@") ? data.two_factor_number : typed;
      session.keepTypedNumber(sentTo, data.two_factor_notice);
      navigate(`/login/two-factor-authentication-check${search}`);
    },
    // 409: a number is on file by now, so the person has to sign in again.
    onFailure: ({ status, retryAfter }) => {
      if (status === 409) goBack();
      if (retryAfter) wait.start(retryAfter);
    },
  });

  const goBack = () => {
    session.end();
    navigate("/login");
  };

  return (
    <form noValidate onSubmit={phoneForm.submit}>
      <Stack gap="md">
        <div>
          <Title order={1} fz={28} lh={1.2}>
            Your phone number
          </Title>
          <Text c="dimmed" mt={4}>
            Your business requires two-step sign-in. We text the codes to this number.
          </Text>
        </div>
        <PhoneInput
          label="Phone"
          size="md"
          withAsterisk
          autoFocus
          description={codesDisclosure}
          {...phoneForm.form.getInputProps("phone")}
        />
        <Button type="submit" size="md" fullWidth loading={phoneForm.sending} disabled={wait.left > 0}>
          {wait.left > 0 ? `Send OTP in ${wait.left} s` : "Send OTP"}
        </Button>
        <Button variant="subtle" fullWidth onClick={goBack}>
          Go Back
        </Button>
      </Stack>
    </form>
  );
}
