import { Badge } from "@mantine/core";
import { useTime } from "#core/web/time/useTime.ts";
import { trialDaysLeft } from "#domains/accounts/rules.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import classes from "./Header.module.css";

/** The days left of a free trial that ends soon. */
export function TrialNotice() {
  const time = useTime();
  const endsAt = useProfile().data?.trial_ends_at ?? null;
  const days = trialDaysLeft(endsAt, new Date());
  if (!endsAt || days === undefined) return null;
  return (
    <Badge
      className={classes.trial}
      color="yellow"
      size="lg"
      title={`Your free trial ends on ${time.dateTime(endsAt)}`}
    >
      <span className={classes.long}>Free trial: </span>
      {days === 1 ? "1 day left" : `${days} days left`}
    </Badge>
  );
}
