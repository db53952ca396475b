import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useInboxState } from "#domains/inbox/sync/web/useInbox.ts";

const UnseenReplyDialog = lazyDialog(() => import("./UnseenReplyDialog.tsx"), "UnseenReplyDialog");

/** Opens the dialog for a chat's first message that a colleague's reply crossed. */
export function UnseenReplyPrompt({ chatId }: { chatId: number }) {
  const pending = useInboxState(({ outbox }) => outbox.find((one) => one.chat_id === chatId && one.unseen));
  return <UnseenReplyDialog opened={pending !== undefined} chatId={chatId} pending={pending} />;
}
