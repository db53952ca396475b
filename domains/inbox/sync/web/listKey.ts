import { type ChatSort, chatSorts } from "#domains/inbox/contract.ts";

/** Names a list in one order, to cache what was loaded of it: `unread`, or `unread waiting`. No slug has a space. */
export const listKey = (type: string, sort: ChatSort = "newest") => (sort === "newest" ? type : `${type} ${sort}`);

/** The list and the order that a key names. */
export function parseListKey(key: string): { type: string; sort: ChatSort } {
  const [type = "", name] = key.split(" ");
  return { type, sort: chatSorts.find((one) => one === name) ?? "newest" };
}
