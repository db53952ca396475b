import type { KeyboardEvent } from "react";
import type { Chat } from "#domains/inbox/contract.ts";

/** Moves focus from row to row with the arrow keys, skipping headings and notes. */
export function moveFocusByArrows(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  adjacentRow(event.currentTarget, event.key === "ArrowDown")?.focus();
}

/** The row after or before `row` in its list. */
export function adjacentRow(row: Element, isAfter: boolean): HTMLElement | undefined {
  const beside = (item: Element) => (isAfter ? item.nextElementSibling : item.previousElementSibling);
  const own = row.closest("li");
  for (let item = own && beside(own); item; item = beside(item)) {
    const link = item.querySelector<HTMLElement>("a");
    if (link) return link;
  }
  return undefined;
}

/** The chat to open after leaving one: the one below it, at the end the one above, and the first when it isn't listed. */
export function nextChat(rows: readonly Chat[], id: number): number | undefined {
  const at = rows.findIndex((chat) => chat.id === id);
  const next = at === -1 ? rows[0] : (rows[at + 1] ?? rows[at - 1]);
  return next?.id;
}

const storageKey = "inbox_next_after_closing";

/** Whether closing or snoozing a conversation opens the next one; kept for this browser, and on at first. */
export const opensNext = (): boolean => localStorage.getItem(storageKey) !== "off";
export const setOpensNext = (on: boolean): void => localStorage.setItem(storageKey, on ? "on" : "off");
