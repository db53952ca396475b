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
export function useReviewActions({ id, location_id, state, reply }: Review, { open, write }: Ways): MenuOption[] {
  const { actions: texts, removeQuestion, withdrawQuestion } = reviewTexts;
  const invalidates = [reviews.table, reviews.overview];
  const settle = useSend(reviews.settle, { invalidates });
  const withdraw = useSend(reviews.withdraw, { invalidates });
  const remove = useSend(reviews.remove, { invalidates });
  const isHere = useSession()?.location_id === location_id;
  const askRemove = async () => {
    if (await confirm({ ...removeQuestion, danger: true })) remove.mutate({ params: { id } });
  };
  const askWithdraw = async () => {
    if (await confirm({ ...withdrawQuestion, danger: true })) withdraw.mutate({ params: { id } });
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
  return [
    ...(reply === "" ? ofNone : ofReply),
    { label: texts.edit, icon: IconPencil, needs: reviews.update, onClick: () => open("edit") },
    { label: texts.match, icon: IconLink, needs: reviews.match, onClick: () => open("match") },
    { label: texts.history, icon: IconHistory, onClick: () => open("history") },
    { label: texts.remove, icon: IconTrash, danger: true, needs: reviews.remove, onClick: () => void askRemove() },
  ];
}
