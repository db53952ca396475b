import { useDraft } from "#domains/inbox/composer/web/public.tsx";
import { useWatching } from "#domains/inbox/team/web/public.tsx";

/** Reports to colleagues who views this chat; a component of its own, so that typing renders nothing else again. */
export function ChatWatch({ chatId }: { chatId: number }) {
  const { draft } = useDraft(chatId);
  useWatching(chatId, draft.text);
  return null;
}
