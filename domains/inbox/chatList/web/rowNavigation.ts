import type { KeyboardEvent } from "react";

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
