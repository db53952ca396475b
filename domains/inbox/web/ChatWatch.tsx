import { useDraft } from "#domains/inbox/composer/web/public.tsx";
import { useWatching } from "#domains/inbox/team/web/public.tsx";

/** Tells the colleagues that one is at this chat; apart, so that a typed letter concerns nothing else. */
export function ChatWatch({ chatId }: { chatId: number }) {
  const { draft } = useDraft(chatId);
  useWatching(chatId, draft.text);
  return null;
}
