/** What can be done with a single key, in the words of the list of them. */
export const shortcuts = [
  { key: "j", does: "next", label: "Next conversation" },
  { key: "k", does: "previous", label: "Previous conversation" },
  { key: "o", does: "open", label: "Open the conversation" },
  { key: "/", does: "search", label: "Search" },
  { key: "r", does: "reply", label: "Write a reply" },
  { key: "e", does: "close", label: "Close or reopen the conversation" },
  { key: "p", does: "pin", label: "Pin the conversation to the top, or unpin it" },
  { key: "a", does: "assign", label: "Assign the conversation to me" },
  { key: "n", does: "write", label: "Send SMS to a customer" },
  { key: "?", does: "list", label: "Show this list" },
] as const;

export type Deed = (typeof shortcuts)[number]["does"];

/** Keys that work anyway, also when the single ones are turned off. */
export const otherKeys = [
  { key: "↑ ↓", label: "Go through the conversations" },
  { key: "Enter", label: "Open the conversation; send what was written" },
  { key: "Shift + Enter", label: "Start a new line" },
  { key: "Esc", label: "Back to the conversations" },
] as const;

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key does. Together with Ctrl, Alt or the command key it is the browser's. */
export function deedOf({ key, ctrlKey, metaKey, altKey }: Press): Deed | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return shortcuts.find((one) => one.key === key.toLowerCase())?.does;
}

const kept = "inbox_shortcuts";

/** Single keys can be turned off in this browser: they get in the way of speech input. */
export const areOn = (): boolean => localStorage.getItem(kept) !== "off";
export const turn = (on: boolean): void => localStorage.setItem(kept, on ? "on" : "off");
