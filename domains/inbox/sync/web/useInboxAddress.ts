import { useMemo } from "react";
import { useParams, useSearchParams } from "react-router";
import type { ChatSort } from "#domains/inbox/contract.ts";
import type { Tab } from "./chatListCache.ts";

export interface InboxAddress {
  /** The list: all, unread, unreplied, mine, unassigned, snoozed, or a tag's slug. Only the server knows whether it exists. */
  type: string;
  tab: Tab;
  /** The list's order; by newest activity when absent. */
  sort?: ChatSort | undefined;
  /** The open chat. */
  open: number | undefined;
  /** The search query as typed; results replace the list. */
  q?: string | undefined;
  /** The message to open the chat at; undefined: the newest. */
  at?: number | undefined;
}

/** `/inbox/unread/12?tab=inactive`, `/inbox/all/12?q=tow+package&at=345` */
export function inboxPath({ type, tab, sort, open, q, at }: InboxAddress): string {
  const params = new URLSearchParams();
  if (tab === "inactive") params.set("tab", tab);
  if (sort === "waiting") params.set("sort", sort);
  if (q) params.set("q", q);
  if (open && at) params.set("at", String(at));
  const query = params.toString();
  return `/inbox/${encodeURIComponent(type)}${open ? `/${open}` : ""}${query && `?${query}`}`;
}

/** The server refuses longer ones. */
export const longestSearch = 100;

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

/** What the address shows; undefined when it is invalid. */
export function useInboxAddress(): InboxAddress | undefined {
  const { type, chat_id } = useParams();
  const [search] = useSearchParams();
  const tab: Tab = search.get("tab") === "inactive" ? "inactive" : "active";
  const sort = search.get("sort") === "waiting" ? "waiting" : undefined;
  const q = search.get("q")?.slice(0, longestSearch) || undefined;
  const atParam = search.get("at");
  return useMemo(() => {
    const open = chat_id === undefined ? undefined : Number(chat_id);
    const at = isId(Number(atParam)) ? Number(atParam) : undefined;
    if (!type || (open !== undefined && !isId(open))) return undefined;
    return { type, tab, sort, open, q, at };
  }, [type, chat_id, tab, sort, q, atParam]);
}
