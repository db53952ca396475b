import { toast } from "#core/web/feedback/toast.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useLeaveChat } from "#domains/inbox/chatList/web/useLeaveChat.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { chatSnooze } from "../contract.ts";
import { snoozeTexts } from "./texts.ts";

/** Snoozes a chat and goes on to the next one, or ends its snooze. */
export function useSnooze(chat: Chat) {
  const time = useTime();
  const snooze = useOptimisticUpdate(chatSnooze.snooze, chat.id);
  const unsnooze = useOptimisticUpdate(chatSnooze.unsnooze, chat.id);
  const leave = useLeaveChat();
  const end = () => unsnooze.update({ body: { chat_id: chat.id } }, { snoozed_until: null });
  return {
    until(at: Date) {
      const snoozed_until = at.toISOString();
      const comeBack = leave(chat.id);
      snooze.update({ body: { chat_id: chat.id, until: snoozed_until } }, { snoozed_until });
      toast.undo(snoozeTexts.done(time.dateTime(at)), () => {
        end();
        comeBack();
      });
    },
    end,
  };
}
