import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { areShortcutsOn } from "#domains/inbox/list/web/public.tsx";
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

/** N opens Next from anywhere, but for fields and dialogs. */
function useNextKey(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (event.key !== "n" || hasModifier || event.repeat || event.defaultPrevented || !areShortcutsOn()) return;
      const isTaken =
        event.target instanceof Element &&
        event.target.closest("input, textarea, select, [contenteditable], [role=menu]");
      if (isTaken || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      navigate("/next");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate]);
}
