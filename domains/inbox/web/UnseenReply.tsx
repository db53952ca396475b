import { onDemand } from "#core/web/onDemand.tsx";
import { useInboxState } from "./useInbox.ts";

const UnseenReplyDialog = onDemand(() => import("./UnseenReplyDialog.tsx"), "UnseenReplyDialog");

/** Opens the dialog for a chat's first message that a colleague's reply crossed. */
export function UnseenReply({ chatId }: { chatId: number }) {
  const pending = useInboxState(({ outbox }) => outbox.find((one) => one.chat_id === chatId && one.unseen));
  return <UnseenReplyDialog opened={pending !== undefined} chatId={chatId} pending={pending} />;
}
