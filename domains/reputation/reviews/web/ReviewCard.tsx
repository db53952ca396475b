import "@mantine/core/styles/Spoiler.layer.css";
import { Button, Spoiler } from "@mantine/core";
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconExternalLink,
  IconHistory,
  IconLink,
  IconPencil,
  IconSend,
  IconTrash,
  IconUserPlus,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useSession } from "#core/web/session/session.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { SiteMark } from "../../sites/web/public.tsx";
import { type Review, reviews } from "../contract.ts";
import { ReplyBox, ReplyState } from "./ReplyBox.tsx";
import classes from "./ReviewCard.module.css";
import type { SiteChoice } from "./ReviewDialog.tsx";
import { reviewTexts } from "./texts.ts";

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
        <ReviewWords text={review.body} label={texts.words(name, time.dateTime(review.published_at))} />
        {reply !== "" && !isWriting && <ReplyState review={review} />}
        {canChange && isWriting && <ReplyBox review={review} onClose={() => setWriting(false)} />}
        {canChange && !isWriting && reply === "" && review.removed_at === null && (
          <div>
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

/** Six lines, in pixels. */
const foldedHeight = 136;

/** What a review says; a long one is folded. `label` tells its words from those of the others. */
function ReviewWords({ text, label }: { text: string; label: string }) {
  if (text === "") return <p className={classes.noWords}>{texts.noText}</p>;
  return (
    <Spoiler
      maxHeight={foldedHeight}
      showLabel={texts.more}
      hideLabel={texts.less}
      attributes={{ content: { "aria-label": label } }}
    >
      <p dir="auto" className={classes.words}>
        {text}
      </p>
    </Spoiler>
  );
}

interface Ways {
  open: (dialog: ReviewDialogName) => void;
  write: () => void;
}

/** What can be done with a review, as its menu offers it; nothing with one of another location. */
function useReviewActions(review: Review, { open, write }: Ways): MenuOption[] {
  const { id, location_id, state, reply, removed_at } = review;
  const isSynced = review.is_synced === 1;
  const { actions: texts, removeQuestion, withdrawQuestion } = reviewTexts;
  const invalidates = [reviews.table, reviews.overview];
  const settle = useSend(reviews.settle, { invalidates });
  const withdraw = useSend(reviews.withdraw, { invalidates });
  const remove = useSend(reviews.remove, { invalidates });
  const isHere = useSession()?.location_id === location_id;
  const askRemove = async () => {
    if (await confirm({ ...removeQuestion, danger: true })) remove.mutate({ params: { id } });
  };
  const { syncedText, ...byHand } = withdrawQuestion;
  const question = isSynced ? { ...byHand, text: syncedText } : byHand;
  const askWithdraw = async () => {
    if (await confirm({ ...question, danger: true })) withdraw.mutate({ params: { id } });
  };
  const settleAs = (settled: 0 | 1) => settle.mutate({ params: { id }, body: { settled } });
  if (!isHere) return [];
  const ofReply: MenuOption[] = [
    { label: texts.editReply, icon: IconPencil, needs: reviews.reply, onClick: write },
    { label: texts.withdraw, icon: IconArrowBackUp, needs: reviews.withdraw, onClick: () => void askWithdraw() },
  ];
  const ofNone: MenuOption[] = [
    state === "settled"
      ? { label: texts.unsettle, icon: IconArrowBackUp, needs: reviews.settle, onClick: () => settleAs(0) }
      : { label: texts.settle, icon: IconCircleCheck, needs: reviews.settle, onClick: () => settleAs(1) },
  ];
  const isStanding = reply !== "" && review.reply_state !== "withdrawing";
  const ofCopy: MenuOption[] = [
    { label: texts.edit, icon: IconPencil, needs: reviews.update, onClick: () => open("edit") },
  ];
  const ofRow: MenuOption[] = [
    { label: texts.remove, icon: IconTrash, danger: true, needs: reviews.remove, onClick: () => void askRemove() },
  ];
  return [
    ...(removed_at !== null ? [] : isStanding ? ofReply : ofNone),
    ...(isSynced ? [] : ofCopy),
    { label: texts.match, icon: IconLink, needs: reviews.match, onClick: () => open("match") },
    { label: texts.history, icon: IconHistory, onClick: () => open("history") },
    // What a connected site still shows would be back in a few minutes.
    ...(isSynced && removed_at === null ? [] : ofRow),
  ];
}

const AssignDialog = lazyDialog(() => import("./ReviewCardDialogs.tsx"), "AssignDialog");
const ReviewDialog = lazyDialog(() => import("./ReviewDialog.tsx"), "ReviewDialog");
const MatchDialog = lazyDialog(() => import("./ReviewCardDialogs.tsx"), "MatchDialog");
const HistoryDialog = lazyDialog(() => import("./ReviewCardDialogs.tsx"), "HistoryDialog");

type ReviewDialogName = "assign" | "edit" | "match" | "history";

interface ReviewDialogsProps {
  name: ReviewDialogName;
  isOpen: boolean;
  review: Review;
  members: readonly { id: number; name: string }[];
  sites: readonly SiteChoice[];
  onClose: () => void;
}

/** The dialogs of a review. */
function ReviewDialogs({ name, isOpen, review, members, sites, onClose }: ReviewDialogsProps) {
  const props = { opened: isOpen, onClose, review };
  if (name === "assign") return <AssignDialog {...props} members={members} />;
  if (name === "edit") return <ReviewDialog {...props} sites={sites} />;
  if (name === "match") return <MatchDialog {...props} />;
  return <HistoryDialog {...props} />;
}
