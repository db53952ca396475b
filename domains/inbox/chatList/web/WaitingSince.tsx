import { useTime } from "#core/web/time/useTime.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { waitText } from "./chatTime.ts";

/** How long the customer has been waiting for a reply; nothing if they aren't. */
export function WaitingSince({ chat, className }: { chat: Chat; className?: string | undefined }) {
  const { zone, dateTime } = useTime();
  const { waiting_since } = chat;
  if (!waiting_since) return null;
  return (
    <time className={className} dateTime={waiting_since} title={dateTime(waiting_since)}>
      {waitText(waiting_since, zone, new Date())}
    </time>
  );
}
