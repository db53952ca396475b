import { useRef } from "react";
import { newId } from "#core/web/newId.ts";

/**
 * Ids for notes: the same words have the same id until they are saved, so that saving them again after a lost answer adds
 * no second note.
 */
export function useNoteId() {
  const last = useRef<{ readonly text: string; readonly id: string }>(undefined);
  return {
    idOf(text: string): string {
      if (last.current?.text !== text) last.current = { text, id: newId() };
      return last.current.id;
    },
    /** What is written next is another note, also in the same words. */
    markSaved(): void {
      last.current = undefined;
    },
  };
}
