import { matchPath } from "react-router";
import type { CustomerRedirect } from "./contract.ts";

/** What an address is about: a customer, or a conversation. */
export type LinkedRecord = { readonly customer_id: number } | { readonly chat_id: number };

/** The customer or conversation that a path names, if any. */
export function linkedRecord(pathname: string): LinkedRecord | undefined {
  const customer_id = Number(matchPath("/customer/:id", pathname)?.params.id);
  if (isId(customer_id)) return { customer_id };
  const chat_id = Number(matchPath("/inbox/:type/:chat_id", pathname)?.params.chat_id);
  return isId(chat_id) ? { chat_id } : undefined;
}

const isId = (id: number) => Number.isSafeInteger(id) && id > 0;

/** Where the link leads today, when that is another address. */
export function forwardedPath(linked: LinkedRecord, { customer_id, chat_id }: CustomerRedirect): string | undefined {
  if ("customer_id" in linked) return customer_id === linked.customer_id ? undefined : `/customer/${customer_id}`;
  return chat_id === null || chat_id === linked.chat_id ? undefined : `/inbox/all/${chat_id}`;
}
