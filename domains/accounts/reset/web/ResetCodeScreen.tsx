import { Text } from "@mantine/core";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { codeLifetimeText, resendAfter } from "#domains/accounts/rules.ts";
import { CodeForm } from "#domains/accounts/web/CodeForm.tsx";
import { reset } from "../contract.ts";
import { NoReferrer, type ResetRequest, readResetRequest, storeResetRequest } from "./ResetFrame.tsx";

/** Asks for the code from the mail. */
export function ResetCodeScreen() {
  const [forgotten] = useState(readResetRequest);
  if (!forgotten) return <Navigate to="/forgot-password" replace />;
  return <ResetCodeForm initial={forgotten} />;
}

function ResetCodeForm({ initial }: { initial: ResetRequest }) {
  const navigate = useNavigate();
  const [{ id, email }, setForgotten] = useState(initial);
  const [sent, setSent] = useState(1);
  const wait = useCountdown(resendAfter(sent));
  const verify = useSend(reset.verify, {
    quiet: "success",
    onSuccess: () => navigate(`/forgot-password/new-password/${encodeURIComponent(email)}/${encodeURIComponent(id)}`),
  });
  // A new code needs a new request, which brings its own ticket.
  const resend = useSend(reset.forgotPassword, {
    onSuccess: ({ data }) => {
      storeResetRequest(data.userData);
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
        about={
          <Text c="dimmed">
            Enter the code from the message to {email}. It expires in {codeLifetimeText}.
          </Text>
        }
        failure={verify.error}
        sending={verify.isPending}
        onCode={(otp) => verify.mutate({ body: { user_id: id, otp } })}
        resend={{ left: wait.left, sending: resend.isPending, send: () => resend.mutate({ body: { email } }) }}
      />
    </>
  );
}
