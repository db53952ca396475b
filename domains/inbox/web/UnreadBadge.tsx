import { useEffect } from "react";
import { ring } from "#core/web/feedback/bell.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useSession } from "#core/web/session/session.ts";
import { useUnreadCounts, useUnreadRefresh } from "#domains/inbox/list/web/useUnreadCounts.ts";
import { hasUnsent } from "#domains/inbox/sync/web/unsentWork.ts";
import { inboxEvents } from "../contract.ts";

/** The menu's count of unread chats. Rendered on every screen, so it also plays the sound and counts in the title. */
export function UnreadBadge() {
  const unread = useUnreadCounts()?.unread_count ?? 0;
  useUnreadRefresh();
  useRealtimeEvent(inboxEvents.messageOpen, ({ what }) => {
    if (what === "received") ring();
  });
  useCountInTitle(unread);
  useResumeUnsent();
  return <MenuCount count={unread} label={unread === 1 ? "1 unread chat" : `${unread} unread chats`} urgent />;
}

/** Sends unsent messages on any screen; loads the inbox's code only if there are any. */
function useResumeUnsent(): void {
  const person = useSession();
  useEffect(() => {
    if (!hasUnsent(globalThis.localStorage, person)) return;
    void import("../sync/web/useInbox.ts").then(
      ({ resumeUnsent }) => resumeUnsent(),
      () => undefined,
    );
  }, [person]);
}

/** `(3) Rooftop — Inbox`; the screen sets the rest of the title. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(/^\(\d+\) /, "");
      const title = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== title) document.title = title;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [count]);
}
