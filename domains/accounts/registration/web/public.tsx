import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { Banner } from "#core/web/layout/Banner.tsx";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { emailProof } from "../contract.ts";

/** Asks the owner, on every page, to confirm the business's email. */
export function EmailProofBanner() {
  const { data: profile } = useProfile();
  const wait = useCountdown(0);
  const resend = useSend(emailProof.resend, {
    invalidates: [accounts.profile],
    onSuccess: ({ data }) => wait.start(data.resend_after),
    onFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
  });
  const action = (
    <Button
      size="xs"
      variant="default"
      loading={resend.isPending}
      disabled={wait.left > 0}
      onClick={() => resend.mutate({})}
    >
      {wait.left > 0 ? `Resend in ${wait.left} s` : "Resend email"}
    </Button>
  );
  return (
    <Banner label="Confirm your email" color="yellow" icon={IconMail} action={action}>
      <strong>Confirm your email.</strong> Open the link we sent to {profile?.company_email}.
    </Banner>
  );
}
