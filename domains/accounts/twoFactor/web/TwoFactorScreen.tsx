import { Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { formatPhone, toE164 } from "#core/phone.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { session } from "#core/web/session/session.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { codeLifetimeText, resendAfter } from "#domains/accounts/rules.ts";
import { CodeForm } from "#domains/accounts/web/CodeForm.tsx";
import { twoFactor } from "../contract.ts";
import { PendingOnly } from "./PendingOnly.tsx";

/** Asks for the code that was just sent. */
export function TwoFactorScreen() {
  return <PendingOnly>{(user_id) => <TwoFactorForm user_id={user_id} />}</PendingOnly>;
}

function TwoFactorForm({ user_id }: { user_id: number }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [sentTo, setSentTo] = useState(session.pendingNumber);
  const [notice, setNotice] = useState(session.pendingNotice);
  const wait = useCountdown(resendAfter(1));
  const check = useSend(twoFactor.check, { onSuccess: () => session.promote() });
  const resend = useSend(twoFactor.resend, {
    onSuccess: ({ data }) => {
      wait.start(data.resend_after);
      setNotice(data.two_factor_notice);
      if (session.mayChangeNumber() && !data.two_factor_number.includes("@")) return;
      session.keepPendingNumber(data.two_factor_number);
      setSentTo(data.two_factor_number);
    },
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });
  const phone = toE164(sentTo);

  return (
    <CodeForm
      title="Let's verify"
      about={
        <Stack gap={4}>
          <Text c="dimmed">
            We sent a code to{" "}
            <Text span fw={600} c="var(--mantine-color-text)">
              {phone ? formatPhone(phone) : sentTo}
            </Text>
            .
          </Text>
          {notice && <Text size="sm">{notice}</Text>}
          <Text size="sm" c="dimmed">
            Please allow up to {codeLifetimeText} for the code to arrive.
          </Text>
        </Stack>
      }
      failure={check.error}
      sending={check.isPending}
      onCode={(otp) => check.mutate({ body: { otp, user_id } })}
      resend={{ left: wait.left, sending: resend.isPending, send: () => resend.mutate({ body: { user_id } }) }}
      secondaryAction={
        session.mayChangeNumber()
          ? { label: "Change Phone number", onClick: () => navigate(`/login/phoneNumber${search}`) }
          : undefined
      }
    />
  );
}
