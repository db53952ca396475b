import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import { scheduledEvents, scheduledMessages } from "../contract.ts";

const ScheduledList = lazyDialog(() => import("./ScheduledList.tsx"), "ScheduledList");

interface Props {
  chatId: number;
  handle: DraftHandle;
  /** Runs after a scheduled message is back in the draft. */
  onBack: () => void;
}

/** Keeps this chat's scheduled messages current. Their list is loaded only when there is one. */
export function Scheduled({ chatId, handle, onBack }: Props) {
  const cache = useQueryClient();
  const { data = [] } = useCall(scheduledMessages.ofChat, { params: { chat_id: chatId } });
  const refresh = () => void cache.invalidateQueries({ queryKey: [scheduledMessages.ofChat.name] });
  useRealtimeEvent(scheduledEvents.changed, ({ target_id }) => {
    if (target_id === chatId) refresh();
  });
  useOnReconnect(refresh);
  return <ScheduledList opened={data.length > 0} scheduled={data} handle={handle} onBack={onBack} />;
}
