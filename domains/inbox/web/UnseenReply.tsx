import { onDemand } from "#core/web/onDemand.tsx";
import { useInboxState } from "./useInbox.ts";

const UnseenReplyDialog = onDemand(() => import("./UnseenReplyDialog.tsx"), "UnseenReplyDialog");

/** Asks about the first text of a chat that a colleague's reply came before. */
export function UnseenReply({ chatId }: { chatId: number }) {
  const pending = useInboxState(({ outbox }) => outbox.find((one) => one.chat_id === chatId && one.unseen));
  return <UnseenReplyDialog opened={pending !== undefined} chatId={chatId} pending={pending} />;
}
