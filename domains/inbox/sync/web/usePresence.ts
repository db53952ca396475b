import { useEffect, useMemo, useRef } from "react";
import { api } from "#core/web/call/api.ts";
import { afterFrame } from "#core/web/loading/afterFrame.ts";
import { useConnectionStatus, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { chatPresence, chatPresenceEvents } from "../contract.ts";
import type { Colleague } from "../rules.ts";
import { createPresence, type Presence } from "./presence.ts";

let cached: { key: string; presence: Presence } | undefined;

/** One instance per person and location. */
function presenceFor(key: string): Presence {
  if (cached?.key !== key) {
    const presence = createPresence({
      // A lost report is made up for by the next one.
      report: (body) => void afterFrame(() => void api(chatPresence.presence, { body }).catch(() => undefined)),
      now: Date.now,
      schedule(milliseconds, act) {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    cached = { key, presence };
  }
  return cached.presence;
}

function usePresence(): Presence {
  const session = useSession();
  const key = `${session?.auth_token} ${session?.location_id}`;
  return useMemo(() => presenceFor(key), [key]);
}

/** Who else is viewing a chat. */
export function useColleagues(chatId: number): readonly Colleague[] {
  const presence = usePresence();
  return useStore(presence.subscribe, () => presence.colleaguesIn(chatId));
}

/** Follows colleagues' presence events. */
export function usePresenceEvents(): void {
  const presence = usePresence();
  const me = useProfile().data?.id;
  useRealtimeEvent(chatPresenceEvents.presence, (event) => {
    if (me !== undefined && event.user_id !== me) presence.receive(event);
  });
}

/**
 * Reports to colleagues that this person views a chat while the page is visible, and when they type.
 *
 * @param text the unsent draft.
 */
export function usePresenceReports(chatId: number, text: string): void {
  const presence = usePresence();
  const before = useRef(text);
  // Before the connection is up, the reports of colleagues who are present would be missed.
  const connection = useConnectionStatus();
  const hasProfile = useProfile().data !== undefined;
  const canReceive = connection === "connected" && hasProfile;

  useEffect(() => {
    if (!canReceive) return;
    const reportView = () => presence.view(document.visibilityState === "visible" ? chatId : undefined);
    reportView();
    document.addEventListener("visibilitychange", reportView);
    return () => {
      document.removeEventListener("visibilitychange", reportView);
      presence.view(undefined);
    };
  }, [presence, chatId, canReceive]);

  useEffect(() => {
    if (text === before.current) return;
    before.current = text;
    if (text.trim() === "") presence.stopTyping();
    else presence.typed();
  }, [presence, text]);
}
