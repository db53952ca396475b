import { useQueryClient } from "@tanstack/react-query";
import { onDemand } from "#core/web/onDemand.tsx";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useCall } from "#core/web/useCall.ts";
import { scheduledEvents, scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import type { DraftAtHand } from "./useDraft.ts";

const ScheduledList = onDemand(() => import("./ScheduledList.tsx"), "ScheduledList");

interface Props {
  chatId: number;
  handle: DraftAtHand;
  /** Runs after a scheduled message is back in the draft. */
  onBack: () => void;
}

/** The scheduled messages of this chat. */
export function Scheduled({ chatId, handle, onBack }: Props) {
  const cache = useQueryClient();
  const { data = [] } = useCall(scheduledMessages.ofChat, { params: { chat_id: chatId } });
  const refresh = () => void cache.invalidateQueries({ queryKey: [scheduledMessages.ofChat.name] });
  useEvent(scheduledEvents.changed, ({ target_id }) => {
    if (target_id === chatId) refresh();
  });
  useOnReconnect(refresh);
  return <ScheduledList opened={data.length > 0} scheduled={data} handle={handle} onBack={onBack} />;
}
