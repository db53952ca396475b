import { useEffect, useMemo, useRef } from "react";
import { afterFrame } from "#core/web/afterFrame.ts";
import { api } from "#core/web/api.ts";
import { useConnection, useEvent } from "#core/web/realtime.ts";
import { useSession } from "#core/web/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { teamwork, teamworkEvents } from "../contract.ts";
import type { Colleague } from "../rules.ts";
import { createPresence, type Presence } from "./presence.ts";

let kept: { of: string; presence: Presence } | undefined;

/** Another person, and another location, has colleagues of their own. */
function presenceFor(of: string): Presence {
  if (kept?.of !== of) {
    const presence = createPresence({
      // Who is not told of it this time hears the next.
      tell: (body) => void afterFrame(() => void api(teamwork.presence, { body }).catch(() => undefined)),
      now: Date.now,
      after(milliseconds, act) {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
    });
    kept = { of, presence };
  }
  return kept.presence;
}

function usePresence(): Presence {
  const session = useSession();
  const of = `${session?.auth_token} ${session?.location_id}`;
  return useMemo(() => presenceFor(of), [of]);
}

/** Who else is at a chat. */
export function useColleagues(chatId: number): readonly Colleague[] {
  const presence = usePresence();
  return useStore(presence.subscribe, () => presence.of(chatId));
}

/** Follows what colleagues tell of themselves. */
export function usePresenceNews(): void {
  const presence = usePresence();
  const me = useProfile().data?.id;
  useEvent(teamworkEvents.presence, (said) => {
    if (me !== undefined && said.user_id !== me) presence.hear(said);
  });
}

/**
 * Tells the colleagues that one looks at a chat for as long as the page is in sight, and that one types.
 *
 * @param text what is written and not sent yet.
 */
export function useWatching(chatId: number, text: string): void {
  const presence = usePresence();
  const before = useRef(text);
  // Told any sooner, the answers of those who are there would not be heard.
  const connection = useConnection();
  const isKnown = useProfile().data !== undefined;
  const hears = connection === "connected" && isKnown;

  useEffect(() => {
    if (!hears) return;
    const look = () => presence.look(document.visibilityState === "visible" ? chatId : undefined);
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      presence.look(undefined);
    };
  }, [presence, chatId, hears]);

  useEffect(() => {
    if (text === before.current) return;
    before.current = text;
    if (text.trim() === "") presence.stopTyping();
    else presence.type();
  }, [presence, text]);
}
