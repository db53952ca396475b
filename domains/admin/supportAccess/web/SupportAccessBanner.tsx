import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { Banner } from "#core/web/layout/Banner.tsx";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { supportAccess } from "../contract.ts";
import { timeLeft } from "../rules.ts";
import { leaveAccount } from "./accountSwitch.ts";
import classes from "./SupportAccessBanner.module.css";

/** Tops every page during support access: whose account, why, and the time left. */
export function SupportAccessBanner() {
  const { data: profile } = useProfile();
  const end = useSend(supportAccess.end, { onSuccess: leaveAccount, onFailure: leaveAccount });
  const expiresAt = profile?.visit?.expires_at;
  const [now, setNow] = useState(() => Date.now());
  const expire = useEffectEvent(() => {
    leaveAccount();
    toast.info("Time's up. You left the account.");
  });

  useEffect(() => {
    if (!expiresAt) return;
    const left = Date.parse(expiresAt) - Date.now();
    const tick = setInterval(() => setNow(Date.now()), 10_000);
    const timeout = setTimeout(() => expire(), Math.max(0, left));
    return () => {
      clearInterval(tick);
      clearTimeout(timeout);
    };
  }, [expiresAt]);

  const leave = (
    <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate({})}>
      Leave
    </Button>
  );
  return (
    <Banner label="Viewing an account" color="orange" icon={IconEye} action={leave}>
      <strong>You are viewing {profile?.business_name ?? "an account"}.</strong> View only.
      {profile?.visit && (
        <>
          {" "}
          <span className={classes.reason}>Reason: {profile.visit.reason}.</span>{" "}
          {timeLeft(profile.visit.expires_at, now)}
        </>
      )}
    </Banner>
  );
}
