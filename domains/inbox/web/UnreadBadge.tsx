import { useEffect } from "react";
import { PulsingDot } from "#core/web/PulsingDot.tsx";
import { useEvent } from "#core/web/realtime.ts";
import { inboxEvents } from "../contract.ts";
import { ring } from "./bell.ts";
import { useFreshUnread, useUnread } from "./useUnread.ts";

/** The menu's red dot while chats are unread. It is there on every screen, so it also rings the bell and counts in the title. */
export function UnreadBadge() {
  const unread = useUnread()?.unread_count ?? 0;
  useFreshUnread();
  useEvent(inboxEvents.messageOpen, ({ what }) => {
    if (what === "received") ring();
  });
  useCountInTitle(unread);
  return unread > 0 ? <PulsingDot label={unread === 1 ? "1 unread chat" : `${unread} unread chats`} /> : null;
}

/** `(3) Rooftop — Inbox`, whichever screen sets the rest of the title. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, "");
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const watch = new MutationObserver(write);
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => watch.disconnect();
  }, [count]);
}
