import { IconAlertTriangle, IconCircleCheck, IconClock, IconSend } from "@tabler/icons-react";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { Review } from "../contract.ts";
import type { ReviewReplyState } from "../fields.ts";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { card: texts } = reviewTexts;

const looks = {
  sending: { tone: "blue", icon: IconSend },
  pending: { tone: "amber", icon: IconClock },
  live: { tone: "green", icon: IconCircleCheck },
  rejected: { tone: "red", icon: IconAlertTriangle },
  failed: { tone: "red", icon: IconAlertTriangle },
  withdrawing: { tone: "blue", icon: IconSend },
} as const satisfies Record<ReviewReplyState, object>;

/** The reply that stands, with what became of it at the site. */
export function ReplyState({ review }: { review: Review }) {
  const time = useTime();
  const { reply, reply_state: state, reply_problem, replied_by, replied_at } = review;
  if (state === "") return null;
  return (
    <div className={classes.reply}>
      <p>
        <StatusWord {...looks[state]}>{texts.replyStates[state]}</StatusWord>{" "}
        <span>{texts.by(replied_by || texts.elsewhere, replied_at ? time.date(replied_at) : "")}</span>
      </p>
      {reply_problem !== "" && <p className={classes.problem}>{reply_problem}</p>}
      <p dir="auto" className={classes.words}>
        {reply}
      </p>
    </div>
  );
}
