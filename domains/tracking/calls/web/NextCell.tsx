import { IconCalendarCheck, IconClockExclamation, IconMessageReply, IconPhoneOutgoing } from "@tabler/icons-react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { initialsOfName } from "#domains/accounts/rules.ts";
import type { LoggedCall } from "#domains/inbox/callLog/contract.ts";
import classes from "./NextCell.module.css";
import { callLogTexts as texts } from "./texts.ts";

const looks = {
  appointment: { tone: "green", icon: IconCalendarCheck },
  called: { tone: "blue", icon: IconPhoneOutgoing },
  texted: { tone: "blue", icon: IconMessageReply },
  none: { tone: "amber", icon: IconClockExclamation },
} as const;

/** What came of a call; of one that nobody has to answer, whose conversation it is. */
export function NextCell({ followed_by, outcome, spam, assigned_name }: LoggedCall) {
  const isOwed = spam === 0 && (outcome === "missed" || outcome === "voicemail");
  if (followed_by !== "none" || isOwed)
    return <StatusBadge {...looks[followed_by]}>{texts.followUps[followed_by]}</StatusBadge>;
  if (assigned_name === "") return "–";
  return (
    <span className={classes.who} title={assigned_name}>
      <Initials initials={initialsOfName(assigned_name)} seed={assigned_name} size={22} />
      {assigned_name.split(" ")[0]}
    </span>
  );
}
