import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { areShortcutsOn, handlesKeys, hasDialog } from "#core/web/singleKeys.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { nextCounts } from "../counts/contract.ts";

/** What brings an entry, or takes one away. */
const changes = [inboxEvents.messageOpen, inboxEvents.chatChanged, leadEvents.changed] as const;

/** The menu's count of who waits for the person. Rendered on every screen, so it also has the key that opens Next. */
export function NextBadge() {
  useFreshCalls([nextCounts.mine], changes, { inBursts: true });
  useNextKey();
  const { waiting = 0 } = useCall(nextCounts.mine, {}, { staleTime: 60_000 }).data ?? {};
  return <MenuCount count={waiting} label={`${waiting} waiting`} />;
}

/** Milliseconds: no key before N for so long, and none after it, or it is a letter of typed words. */
const silence = { before: 1_000, after: 300 } as const;

/** N opens Next from anywhere, but for fields and dialogs. */
function useNextKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      clearTimeout(timer);
      const isAlone = event.timeStamp - last > silence.before;
      last = event.timeStamp;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!isAlone || event.key !== "n" || hasModifier || event.defaultPrevented || !areShortcutsOn()) return;
      if (handlesKeys(event.target) || hasDialog()) return;
      event.preventDefault();
      timer = setTimeout(() => navigate("/next"), silence.after);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [navigate]);
}
