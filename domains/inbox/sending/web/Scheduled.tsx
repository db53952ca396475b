import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
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
  const { data = [] } = useCall(scheduledMessages.ofChat, { params: { chat_id: chatId } });
  useFreshCalls([scheduledMessages.ofChat], scheduledEvents.changed, {
    isShown: ({ target_id }) => target_id === chatId,
  });
  return <ScheduledList opened={data.length > 0} scheduled={data} handle={handle} onBack={onBack} />;
}
