import { useMemo } from "react";
import { confirm } from "#core/web/confirm.tsx";
import { useMay } from "#core/web/useMay.ts";
import { useSend } from "#core/web/useSend.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { teamwork } from "#domains/inbox/team/contract.ts";
import type { ChatMessage } from "../contract.ts";
import { useInbox } from "./useInbox.ts";

/** Deleting is no unsending. */
const keeps = {
  ours: "Colleagues then see only that it was deleted. The customer keeps what was sent: this doesn't take it back.",
  theirs: "Colleagues then see only that it was deleted. The customer isn't told.",
};

/** How a message is taken from the team. */
export interface Deletion {
  /** Asks, and deletes it; `from` is the button that was pressed. */
  readonly ask: (message: ChatMessage, from: HTMLElement) => Promise<void>;
  /** The message that is being deleted. */
  readonly pending: number | undefined;
}

/** Takes what messages of a chat said from the team; undefined for those who may not. */
export function useDeletion(chatId: number): Deletion | undefined {
  const { hearing, listing } = useInbox();
  const may = useMay(teamwork.deleteMessage);
  const mayDelete = useProfile().data?.del_allowed === 1 && may;
  const { mutate, isPending, variables } = useSend(teamwork.deleteMessage, {
    onSuccess: (_, { params }) => {
      hearing.message({ message_id: Number(params?.message_id), target_id: chatId, what: "deleted" });
      void listing.row(chatId);
    },
  });
  const pending = isPending ? Number(variables.params?.message_id) : undefined;
  return useMemo(() => {
    if (!mayDelete) return undefined;
    const ask = async ({ id: message_id, is_from_customer }: ChatMessage, from: HTMLElement) => {
      // The button goes with its message: the keyboard goes on from the conversation.
      const pane = from.closest("section");
      const text = is_from_customer === 1 ? keeps.theirs : keeps.ours;
      if (!(await confirm({ title: "Delete message", text, action: "Delete", danger: true }))) return;
      pane?.focus({ preventScroll: true });
      mutate({ params: { message_id } });
    };
    return { ask, pending };
  }, [mayDelete, pending, mutate]);
}
