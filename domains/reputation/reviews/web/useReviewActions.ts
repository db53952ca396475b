import { IconArrowBackUp, IconCircleCheck, IconHistory, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useSession } from "#core/web/session/session.ts";
import { type Review, reviews } from "../contract.ts";
import type { ReviewDialogName } from "./ReviewDialogs.tsx";
import { reviewTexts } from "./texts.ts";

interface Ways {
  open: (dialog: ReviewDialogName) => void;
  write: () => void;
}

/** What can be done with a review, as its menu offers it; nothing with one of another location. */
export function useReviewActions(review: Review, { open, write }: Ways): MenuOption[] {
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
