import { Badge } from "@mantine/core";
import { useTime } from "#core/web/time.ts";
import { trialDaysLeft } from "#domains/accounts/rules.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import classes from "./Header.module.css";

/** How long the free trial still lasts, in its last days. */
export function TrialNotice() {
  const time = useTime();
  const ends = useProfile().data?.trial_ends_at ?? null;
  const days = trialDaysLeft(ends, new Date());
  if (!ends || days === undefined) return null;
  return (
    <Badge className={classes.trial} color="yellow" size="lg" title={`Your free trial ends on ${time.dateTime(ends)}`}>
      <span className={classes.long}>Free trial: </span>
      {days === 1 ? "1 day left" : `${days} days left`}
    </Badge>
  );
}
