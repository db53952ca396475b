import { useDraft } from "#domains/inbox/drafts/web/useDraft.ts";
import { usePresenceReports } from "#domains/inbox/presence/web/usePresence.ts";

/** Reports to colleagues who views this chat; a component of its own, so that typing renders nothing else again. */
export function PresenceReporter({ chatId }: { chatId: number }) {
  const { draft } = useDraft(chatId);
  usePresenceReports(chatId, draft.text);
  return null;
}
