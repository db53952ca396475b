import { Anchor, Button, Text } from "@mantine/core";
import { Link, Navigate } from "react-router";
import { codeLifetimeText } from "#domains/accounts/rules.ts";
import { ResetFrame, readResetRequest } from "./ResetFrame.tsx";

/** Confirms the request, with the same text for every address. */
export function CodeSentScreen() {
  const forgotten = readResetRequest();
  if (!forgotten) return <Navigate to="/forgot-password" replace />;
  const about = (
    <>
      If{" "}
      <Text span fw={600} c="var(--mantine-color-text)">
        {forgotten.email}
      </Text>{" "}
      has an account, a message with a code was sent to it. The code expires in {codeLifetimeText}.
    </>
  );
  return (
    <ResetFrame title="Check your email" about={about}>
      <Button component={Link} to="/forgot-password/otp-check" size="md" fullWidth>
        Continue
      </Button>
      <Button component={Link} to="/forgot-password" variant="default" size="md" fullWidth>
        Back
      </Button>
      <Anchor component={Link} to="/login" size="sm" ta="center">
        Back to Login
      </Anchor>
    </ResetFrame>
  );
}
