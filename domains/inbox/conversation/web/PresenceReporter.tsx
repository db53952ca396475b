import { useDraft } from "#domains/inbox/composer/web/public.tsx";
import { usePresenceReports } from "#domains/inbox/presence/web/public.tsx";

/** Reports to colleagues who views this chat; a component of its own, so that typing renders nothing else again. */
export function PresenceReporter({ chatId }: { chatId: number }) {
  const { draft } = useDraft(chatId);
  usePresenceReports(chatId, draft.text);
  return null;
}
