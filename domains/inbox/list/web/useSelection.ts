import { useCallback, useState } from "react";
import { toast } from "#core/web/feedback/toast.tsx";
import { maxSelectedChats } from "../contract.ts";
import { selectionTexts } from "./texts.ts";

export type Selection = ReturnType<typeof useSelection>;

/** The selected chats; `ids` is undefined while none are being selected. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<number>>();
  const set = useCallback((next: Iterable<number>) => {
    const all = [...new Set(next)];
    if (all.length > maxSelectedChats) toast.info(selectionTexts.tooMany(maxSelectedChats));
    setIds(new Set(all.slice(0, maxSelectedChats)));
  }, []);
  const toggle = useCallback((chat_id: number) => {
    setIds((before = new Set()) => {
      if (before.has(chat_id)) return new Set([...before].filter((id) => id !== chat_id));
      return before.size < maxSelectedChats ? new Set([...before, chat_id]) : before;
    });
  }, []);
  const end = useCallback(() => setIds(undefined), []);
  return { ids, set, toggle, end };
}
