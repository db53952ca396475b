import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import type { Tab } from "./chatBook.ts";

export interface InboxAddress {
  /** Which list: all, unread, unreplied, mine, or a tag's slug. Whether there is one, the server knows. */
  type: string;
  tab: Tab;
  /** The open chat. */
  open: number | undefined;
  /** What is searched for, as it was typed; the results stand in the list's place. */
  q?: string | undefined;
  /** The message at which the chat is opened; without one it is the newest. */
  at?: number | undefined;
}

/** `/inbox/unread/12?tab=inactive`, `/inbox/all/12?q=tow+package&at=345` */
export function inboxPath({ type, tab, open, q, at }: InboxAddress): string {
  const more = new URLSearchParams();
  if (tab === "inactive") more.set("tab", tab);
  if (q) more.set("q", q);
  if (open && at) more.set("at", String(at));
  const query = more.toString();
  return `/inbox/${encodeURIComponent(type)}${open ? `/${open}` : ""}${query && `?${query}`}`;
}

/** The server refuses longer ones. */
export const longestSearch = 100;

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

/** What the address shows; undefined when it names nothing that there is. */
export function useInboxAddress(): InboxAddress | undefined {
  const { type, chat_id } = useParams();
  const [search] = useSearchParams();
  const tab: Tab = search.get("tab") === "inactive" ? "inactive" : "active";
  const q = search.get("q")?.slice(0, longestSearch) || undefined;
  const named = search.get("at");
  return useMemo(() => {
    const open = chat_id === undefined ? undefined : Number(chat_id);
    const at = isId(Number(named)) ? Number(named) : undefined;
    if (!type || (open !== undefined && !isId(open))) return undefined;
    return { type, tab, open, q, at };
  }, [type, chat_id, tab, q, named]);
}
