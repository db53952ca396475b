import { ActionIcon } from "@mantine/core";
import { IconZzz } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "#core/web/feedback/toast.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { useOptimisticUpdate } from "#domains/inbox/sync/web/useOptimisticUpdate.ts";
import { chatSnooze } from "../../contract.ts";
import { useLeaveChat } from "../useCloseChat.ts";
import { snoozeOptions } from "./snoozeTimes.ts";
import { snoozeTexts } from "./texts.ts";
import { useNextOpening } from "./useNextOpening.ts";

const SnoozeDialog = lazyDialog(() => import("./SnoozeDialog.tsx"), "SnoozeDialog");

/** Hides an open chat until later: suggested times, any other, and the end of its snooze. Nothing for a closed chat. */
export function SnoozeMenu({ chat }: { chat: Chat }) {
  const time = useTime();
  const snooze = useSnooze(chat);
  const opens_at = useNextOpening();
  const [choosing, setChoosing] = useState(false);
  if (!useCan(chatSnooze.snooze) || chat.is_closed === 1) return null;
  const items = snoozeOptions(time, opens_at, snooze.until);
  items.push({ label: snoozeTexts.custom, onClick: () => setChoosing(true) });
  if (chat.snoozed_until) items.unshift({ label: snoozeTexts.unsnooze, onClick: snooze.end });
  const label = chat.snoozed_until ? snoozeTexts.done(time.dateTime(chat.snoozed_until)) : snoozeTexts.snooze;
  return (
    <>
      <DropMenu
        heading={chat.snoozed_until ? label : snoozeTexts.snoozeUntil}
        width={230}
        items={items}
        trigger={
          <ActionIcon
            variant={chat.snoozed_until ? "light" : "subtle"}
            color={chat.snoozed_until ? undefined : "gray"}
            size="lg"
            aria-label={label}
            aria-keyshortcuts="s"
            title={label}
          >
            <IconZzz size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <SnoozeDialog opened={choosing} onClose={() => setChoosing(false)} onChoose={snooze.until} />
    </>
  );
}

/** Snoozes a chat and opens the next one, or ends its snooze. */
function useSnooze(chat: Chat) {
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
