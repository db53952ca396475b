import { useEffect } from "react";
import { ring } from "#core/web/bell.ts";
import { PulsingDot } from "#core/web/PulsingDot.tsx";
import { useEvent } from "#core/web/realtime.ts";
import { useSession } from "#core/web/session.ts";
import { inboxEvents } from "../contract.ts";
import { hasUnsent } from "./unsentKeys.ts";
import { useFreshUnread, useUnread } from "./useUnread.ts";

/** The menu's red dot while chats are unread. It is there on every screen, so it also rings the bell and counts in the title. */
export function UnreadBadge() {
  const unread = useUnread()?.unread_count ?? 0;
  useFreshUnread();
  useEvent(inboxEvents.messageOpen, ({ what }) => {
    if (what === "received") ring();
  });
  useCountInTitle(unread);
  useUnsent();
  return unread > 0 ? <PulsingDot label={unread === 1 ? "1 unread chat" : `${unread} unread chats`} /> : null;
}

/** Sends what the person left unsent here, whichever screen is open: the inbox's code is fetched only for that. */
function useUnsent(): void {
  const person = useSession();
  useEffect(() => {
    if (!hasUnsent(globalThis.localStorage, person)) return;
    void import("./useInbox.ts").then(
      ({ resumeUnsent }) => resumeUnsent(),
      () => undefined,
    );
  }, [person]);
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
