import { ActionIcon } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { confirm } from "#core/web/confirm.tsx";
import { useMay } from "#core/web/useMay.ts";
import { useSend } from "#core/web/useSend.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { teamwork } from "#domains/inbox/team/contract.ts";
import type { ChatMessage } from "../contract.ts";
import classes from "./MessageBubble.module.css";
import { useInbox } from "./useInbox.ts";

/** Deleting is no unsending. */
const keeps = {
  ours: "Colleagues then see only that it was deleted. The customer keeps what was sent: this doesn't take it back.",
  theirs: "Colleagues then see only that it was deleted. The customer isn't told.",
};

/** Takes what a message said from the team, for those who may. */
export function DeleteControl({ message }: { message: ChatMessage }) {
  const { hearing, listing } = useInbox();
  const may = useMay(teamwork.deleteMessage);
  const mayDelete = useProfile().data?.del_allowed === 1 && may;
  const button = useRef<HTMLButtonElement>(null);
  const { id: message_id, chat_id } = message;
  const remove = useSend(teamwork.deleteMessage, {
    onSuccess: () => {
      hearing.message({ message_id, target_id: chat_id, what: "deleted" });
      void listing.row(chat_id);
    },
  });
  if (!mayDelete || message.deleted) return null;
  const ask = async () => {
    // The button goes with its message: the keyboard goes on from the conversation.
    const pane = button.current?.closest("section");
    const text = message.is_from_customer === 1 ? keeps.theirs : keeps.ours;
    if (!(await confirm({ title: "Delete message", text, action: "Delete", danger: true }))) return;
    pane?.focus({ preventScroll: true });
    remove.mutate({ params: { message_id } });
  };
  return (
    <ActionIcon
      ref={button}
      variant="subtle"
      color="gray"
      size={26}
      className={classes.delete}
      aria-label="Delete message"
      title="Delete message"
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  );
}
