import { Text } from "@mantine/core";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useCountdown } from "#core/web/useCountdown.ts";
import { useSend } from "#core/web/useSend.ts";
import { resendAfter } from "#domains/accounts/codes/rules.ts";
import { CodeForm } from "#domains/accounts/codes/web/public.tsx";
import { reset } from "../contract.ts";
import { type Forgotten, keepForgotten, readForgotten } from "./forgotten.ts";
import { NoReferrer } from "./ResetFrame.tsx";

/** The code from the mail. */
export function ResetCodeScreen() {
  const [forgotten] = useState(readForgotten);
  if (!forgotten) return <Navigate to="/forgot-password" replace />;
  return <Check first={forgotten} />;
}

function Check({ first }: { first: Forgotten }) {
  const navigate = useNavigate();
  const [{ id, email }, setForgotten] = useState(first);
  const [sent, setSent] = useState(1);
  const wait = useCountdown(resendAfter(sent));
  const verify = useSend(reset.verify, {
    quiet: "success",
    onSuccess: () => navigate(`/forgot-password/new-password/${encodeURIComponent(email)}/${encodeURIComponent(id)}`),
  });
  // Another code is asked for as the first one was; it comes with a ticket of its own.
  const again = useSend(reset.forgotPassword, {
    onSuccess: ({ data }) => {
      keepForgotten(data.userData);
      setForgotten(data.userData);
      setSent(sent + 1);
      wait.start(resendAfter(sent + 1));
    },
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });

  return (
    <>
      <NoReferrer />
      <CodeForm
        title="Enter the code"
        about={<Text c="dimmed">Enter the code from the message to {email}. It expires in 2 minutes.</Text>}
        failure={verify.error}
        sending={verify.isPending}
        onCode={(otp) => verify.mutate({ body: { user_id: id, otp } })}
        resend={{ left: wait.left, sending: again.isPending, send: () => again.mutate({ body: { email } }) }}
      />
    </>
  );
}
