import { IconTrash } from "@tabler/icons-react";
import { useMemo } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { useInbox } from "#domains/inbox/sync/web/useInbox.ts";
import { type ChatMessage, messageDeletion } from "../contract.ts";
import classes from "./DeleteControl.module.css";

interface Props {
  message: ChatMessage;
  deletion: MessageDeletion;
}

/** Deletes a message for the team. A plain button, since every message has one. */
export function DeleteControl({ message, deletion }: Props) {
  const isPending = deletion.pending === message.id;
  return (
    <button
      type="button"
      className={classes.delete}
      aria-label="Delete message"
      title="Delete message"
      aria-busy={isPending || undefined}
      disabled={isPending}
      onClick={(event) => void deletion.confirmAndDelete(message, event.currentTarget)}
    >
      <IconTrash size={14} aria-hidden />
    </button>
  );
}

/** Deleting doesn't unsend: the dialog says so. */
const explanations = {
  ours: "Your team only sees that it was deleted. The customer still has the text.",
  theirs: "Colleagues will only see that it was deleted. The customer isn't notified.",
};

/** Deletes messages for the team. */
export interface MessageDeletion {
  /** Asks for confirmation, then deletes; `from` is the button that was pressed. */
  readonly confirmAndDelete: (message: ChatMessage, from: HTMLElement) => Promise<void>;
  /** The id of the message being deleted. */
  readonly pending: number | undefined;
}

/** Deletes messages of a chat for the team; undefined for those who may not. */
export function useMessageDeletion(chatId: number): MessageDeletion | undefined {
  const { realtimeSync, chatListLoader } = useInbox();
  const may = useCan(messageDeletion.deleteMessage);
  const mayDelete = useProfile().data?.del_allowed === 1 && may;
  const { mutate, isPending, variables } = useSend(messageDeletion.deleteMessage, {
    onSuccess: (_, { params }) => {
      realtimeSync.onMessage({ message_id: Number(params?.message_id), target_id: chatId, what: "deleted" });
      void chatListLoader.row(chatId);
    },
  });
  const pending = isPending ? Number(variables.params?.message_id) : undefined;
  return useMemo(() => {
    if (!mayDelete) return undefined;
    const confirmAndDelete = async ({ id: message_id, is_from_customer }: ChatMessage, from: HTMLElement) => {
      // The button disappears with its message, so focus moves to the conversation.
      const pane = from.closest("section");
      const text = is_from_customer === 1 ? explanations.theirs : explanations.ours;
      if (!(await confirm({ title: "Delete message", text, action: "Delete", danger: true }))) return;
      pane?.focus({ preventScroll: true });
      mutate({ params: { message_id } });
    };
    return { confirmAndDelete, pending };
  }, [mayDelete, pending, mutate]);
}
