import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import { type ChatType, chatTypes } from "../contract.ts";
import type { Tab } from "./chatBook.ts";

export interface InboxAddress {
  type: ChatType;
  tab: Tab;
  /** The open chat. */
  open: number | undefined;
}

/** `/inbox/unread/12?tab=inactive` */
export function inboxPath({ type, tab, open }: InboxAddress): string {
  return `/inbox/${type}${open ? `/${open}` : ""}${tab === "inactive" ? "?tab=inactive" : ""}`;
}

/** What the address shows; undefined when it names nothing that there is. */
export function useInboxAddress(): InboxAddress | undefined {
  const { type: named, chat_id } = useParams();
  const [search] = useSearchParams();
  const tab: Tab = search.get("tab") === "inactive" ? "inactive" : "active";
  return useMemo(() => {
    const type = chatTypes.find((one) => one === named);
    const open = chat_id === undefined ? undefined : Number(chat_id);
    if (!type || (open !== undefined && !(Number.isSafeInteger(open) && open > 0))) return undefined;
    return { type, tab, open };
  }, [named, chat_id, tab]);
}
