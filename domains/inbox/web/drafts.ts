import type { Shelf } from "./outbox.ts";

/** What was typed and not sent yet, chat by chat, for as long as the tab lives. */
export function createDrafts(shelf: Shelf) {
  const keyOf = (chat: number) => `inbox_draft_${chat}`;
  return {
    of: (chat: number): string => shelf.getItem(keyOf(chat)) ?? "",
    keep(chat: number, text: string): void {
      if (text) shelf.setItem(keyOf(chat), text);
      else shelf.removeItem(keyOf(chat));
    },
  };
}

/** This browser tab's drafts. */
export const drafts = createDrafts(globalThis.sessionStorage);
