import { useState } from "react";

export interface DetailsToggle {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

const storageKey = "inbox_details";

/** Whether the customer details are open. Beside the chat that is remembered; as a drawer over it they start closed. */
export function useDetailsOpen(isWide: boolean): DetailsToggle {
  const [beside, setBeside] = useState(() => localStorage.getItem(storageKey) !== "closed");
  const [over, setOver] = useState(false);
  const isOpen = isWide ? beside : over;
  const set = (open: boolean) => {
    if (!isWide) return setOver(open);
    setBeside(open);
    localStorage.setItem(storageKey, open ? "open" : "closed");
  };
  return { isOpen, toggle: () => set(!isOpen), close: () => set(false) };
}
