import { Button } from "@mantine/core";
import { IconCircleCheck, IconExternalLink, IconSend, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { SiteMark } from "../../sites/web/SiteMark.tsx";
import { type Review, reviews } from "../contract.ts";
import { ReplyBox } from "./ReplyBox.tsx";
import { ReplyState } from "./ReplyState.tsx";
import classes from "./ReviewCard.module.css";
import type { SiteChoice } from "./ReviewDialog.tsx";
import { type ReviewDialogName, ReviewDialogs } from "./ReviewDialogs.tsx";
import { ReviewWords } from "./ReviewWords.tsx";
import { reviewTexts } from "./texts.ts";
import { useReviewActions } from "./useReviewActions.ts";

const { card: texts } = reviewTexts;

interface Props {
  review: Review;
  members: readonly { id: number; name: string }[];
  sites: readonly SiteChoice[];
}

/** A review: who says what, who looks after it, and the reply, written in place. */
export function ReviewCard({ review, members, sites }: Props) {
  const { author, rating, recommends, reply, draft, state, assignees, site, site_url } = review;
  const time = useTime();
  const isHere = useSession()?.location_id === review.location_id;
  const canChange = useCan(reviews.reply) && isHere;
  const [isWriting, setWriting] = useState(draft !== "");
  const [dialog, setDialog] = useState<{ name: ReviewDialogName; isOpen: boolean; opening: number }>();
  const open = (name: ReviewDialogName) =>
    setDialog((last) => ({ name, isOpen: true, opening: (last?.opening ?? 0) + 1 }));
  const actions = useReviewActions(review, { open, write: () => setWriting(true) });
  const name = author || texts.anonymous;
  const [first, ...more] = assignees;
  return (
    <li className={classes.card} aria-label={name} data-removed={review.removed_at !== null || undefined}>
      <Initials initials={initialsOfName(name)} seed={name} size={36} />
      <div className={classes.content}>
        <div className={classes.head}>
          <div className={classes.who}>
            <h2 dir="auto">
              {review.customer_id === null ? (
                name
              ) : (
                <Link to={`/inbox/all?customer=${review.customer_id}`}>{name}</Link>
              )}
            </h2>
            <div className={classes.facts}>
              {rating !== null && (
                <span className={classes.rating}>
                  <Stars rating={rating} />
                </span>
              )}
              {rating === null && <span>{recommendation(recommends)}</span>}
              <span title={time.dateTime(review.published_at)}>{time.date(review.published_at)}</span>
              {review.removed_at !== null && (
                <strong title={time.dateTime(review.removed_at)}>{texts.removed(site)}</strong>
              )}
              <Changes {...review} />
              <InvitedBy {...review} />
            </div>
          </div>
          <div className={classes.tools}>
            {canChange && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconUserPlus size={16} aria-hidden />}
                title={first && texts.assignedTo(assignees.map((one) => one.name).join(", "))}
                onClick={() => open("assign")}
              >
                {first ? texts.assigned(first.name, more.length) : texts.assign}
              </Button>
            )}
            {!canChange && first && <span>{texts.assigned(first.name, more.length)}</span>}
            <a href={site_url} target="_blank" rel="noreferrer" className={classes.site}>
              <SiteMark kind={review.site_kind} />
              {site} <IconExternalLink size={14} aria-hidden />
            </a>
            {actions.length > 0 && <RowMenu of={texts.menuOf(name)} actions={actions} />}
          </div>
        </div>
        <ReviewWords text={review.body} />
        {reply !== "" && !isWriting && <ReplyState review={review} />}
        {canChange && isWriting && <ReplyBox review={review} onClose={() => setWriting(false)} />}
        {canChange && !isWriting && reply === "" && review.removed_at === null && (
          <div className={classes.foot}>
            {state === "open" ? (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<IconSend size={16} aria-hidden />}
                onClick={() => setWriting(true)}
              >
                {texts.reply}
              </Button>
            ) : (
              <StatusWord tone="gray" icon={IconCircleCheck}>
                {texts.states[state]}
              </StatusWord>
            )}
          </div>
        )}
        {!canChange && <p className={classes.place}>{texts.at(review.location)}</p>}
      </div>
      {dialog && (
        <ReviewDialogs
          {...dialog}
          key={dialog.opening}
          review={review}
          members={members}
          sites={sites}
          onClose={() => setDialog((last) => last && { ...last, isOpen: false })}
        />
      )}
    </li>
  );
}

function recommendation(recommends: Review["recommends"]): string {
  if (recommends === null) return texts.noRating;
  return recommends === 1 ? texts.recommends : texts.doesNotRecommend;
}

function Changes({ answered_rating, rating, edited_at }: Review) {
  if (answered_rating !== null && rating !== null && answered_rating !== rating) {
    const isBetter = rating > answered_rating;
    return <strong data-better={isBetter || undefined}>{texts.changedFrom(answered_rating, rating)}</strong>;
  }
  return edited_at === null ? null : <span>{texts.edited}</span>;
}

function InvitedBy({ invited_by, invite_id, matched }: Review) {
  if (invite_id === null) return null;
  return (
    <span>
      {texts.invitedBy(invited_by)}
      {matched === "probably" && (
        <>
          {" "}
          <InfoTooltip about={texts.invitedBy(invited_by)}>{texts.probably}</InfoTooltip>
        </>
      )}
    </span>
  );
}
