import type { Role } from "#core/people.ts";
import { screenOf } from "./fields.ts";

/** What is momentary about an address: the page, what is searched for, and what is open. */
const momentary = new Set([
  "page",
  "at",
  "size",
  "q",
  "saved",
  "view",
  "lead",
  "create",
  "with",
  "invite",
  "open",
  "task",
  "date",
]);

/** An address without what is momentary, in one spelling, so that addresses that show the same are equal. */
export function viewAddress(address: string): string {
  const [path = "", query = ""] = address.split("?");
  const kept = query.split("&").filter((pair) => {
    const [name = "", value = ""] = pair.split("=");
    return value !== "" && !momentary.has(name);
  });
  const sorted = kept.toSorted().join("&");
  // A conversation that is open in the inbox is none of its view.
  const list = path.replace(/\/+$/, "").replace(/^(\/inbox\/[^/]+)\/\d+$/, "$1");
  return `${list.replace(/\/new$/, "")}${sorted === "" ? "" : `?${sorted}`}`;
}

/** An address as it is opened: with the id of its view. The inbox, whose lists are few, is its address alone. */
export function openedAddress({ id, address }: { readonly id: number; readonly address: string }): string {
  if (screenOf(address) === "inbox") return address;
  return `${address}${address.includes("?") ? "&" : "?"}saved=${id}`;
}

/** Whether a member may change a view: their own, and as a manager those of the team. */
export const mayChange = (
  { is_shared, user_id }: { readonly is_shared: number; readonly user_id: number },
  who: { readonly user_id: number; readonly role: Role },
): boolean => user_id === who.user_id || (is_shared === 1 && who.role !== "agent");
