import { IconTrash } from "@tabler/icons-react";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import classes from "./DeleteControl.module.css";
import type { MessageDeletion } from "./useMessageDeletion.ts";

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
