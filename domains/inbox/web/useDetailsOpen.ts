import { useState } from "react";

export interface Details {
  isOpen: boolean;
  toggle: () => void;
  close: () => void;
}

const key = "inbox_details";

/** Whether the customer's details are shown. Beside the chat they stay as they were left; over it they start closed. */
export function useDetailsOpen(isWide: boolean): Details {
  const [beside, setBeside] = useState(() => localStorage.getItem(key) !== "closed");
  const [over, setOver] = useState(false);
  const isOpen = isWide ? beside : over;
  const set = (open: boolean) => {
    if (!isWide) return setOver(open);
    setBeside(open);
    localStorage.setItem(key, open ? "open" : "closed");
  };
  return { isOpen, toggle: () => set(!isOpen), close: () => set(false) };
}
