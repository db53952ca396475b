import { useState } from "react";
import { useKeyedState } from "#core/web/useKeyedState.ts";

export interface DetailsToggle {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
  /** Whether the customer's fields are being edited there. */
  isEditing: boolean;
  /** Editing opens them. */
  setEditing: (isEditing: boolean) => void;
}

const storageKey = "inbox_details";

/** Whether the customer details are open. Beside the chat that is remembered; as a drawer over it they start closed. */
export function useDetailsOpen(isWide: boolean, chatId: number | undefined): DetailsToggle {
  const [beside, setBeside] = useState(() => localStorage.getItem(storageKey) !== "closed");
  const [over, setOver] = useState(false);
  const [isEditing, edit] = useKeyedState(chatId, false);
  const isOpen = isWide ? beside : over;
  const set = (open: boolean) => {
    if (!isWide) return setOver(open);
    setBeside(open);
    localStorage.setItem(storageKey, open ? "open" : "closed");
  };
  const setEditing = (next: boolean) => {
    if (next && !isOpen) set(true);
    edit(next);
  };
  return { isEditing: isOpen && isEditing, setEditing, isOpen, toggle: () => set(!isOpen), close: () => set(false) };
}
