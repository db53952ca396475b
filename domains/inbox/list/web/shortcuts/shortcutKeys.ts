/** The single-key shortcuts, labeled as in the list of them. */
export const shortcuts = [
  { key: "j", action: "next", label: "Next conversation" },
  { key: "k", action: "previous", label: "Previous conversation" },
  { key: "o", action: "open", label: "Open the conversation" },
  { key: "/", action: "search", label: "Search" },
  { key: "r", action: "reply", label: "Write a reply" },
  { key: "e", action: "close", label: "Close or reopen the conversation" },
  { key: "s", action: "snooze", label: "Snooze the conversation" },
  { key: "b", action: "book", label: "Book an appointment" },
  { key: "x", action: "select", label: "Select the conversation" },
  { key: "p", action: "pin", label: "Pin the conversation to the top, or unpin it" },
  { key: "a", action: "assign", label: "Assign the conversation to me" },
  { key: "w", action: "write", label: "Send SMS to a customer" },
  { key: "?", action: "list", label: "Show this list" },
] as const;

export type ShortcutAction = (typeof shortcuts)[number]["action"];

/** Keys that work even when single-key shortcuts are off. */
export const otherKeys = [
  { key: "↑ ↓", label: "Next and previous conversation" },
  { key: "Enter", label: "Open the conversation; send what was written" },
  { key: "Shift + Enter", label: "Start a new line" },
  { key: "Esc", label: "Back to the conversations" },
  { key: "N", label: "Open Next, from any screen" },
] as const;

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key does. Combinations with Ctrl, Alt or the command key belong to the browser. */
export function shortcutFor({ key, ctrlKey, metaKey, altKey }: KeyPress): ShortcutAction | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  return shortcuts.find((one) => one.key === key.toLowerCase())?.action;
}

const inList: ReadonlySet<ShortcutAction> = new Set(["next", "previous", "open"]);
const onOpenChat: ReadonlySet<ShortcutAction> = new Set(["reply", "close", "snooze", "book", "pin", "assign"]);

interface KeyboardPlace {
  /** The open conversation. */
  readonly open: number | undefined;
  /** It has been chosen and doesn't show yet. */
  readonly isOpening: boolean;
  /** The conversation whose row has the focus. */
  readonly row: number | undefined;
}

/**
 * False for what is typed before the conversation shows that it is meant for: it goes neither into that one nor into the one
 * that was open before.
 */
export function isMeant(action: ShortcutAction, { open, isOpening, row }: KeyboardPlace): boolean {
  if (inList.has(action)) return !isOpening || row !== undefined;
  if (isOpening) return false;
  return !onOpenChat.has(action) || row === undefined || row === open;
}

/** These change nothing: they move the focus, choose a row or open a list. */
const atOnce: ReadonlySet<ShortcutAction> = new Set(["next", "previous", "search", "reply", "select", "list"]);

/** A key means its action when no other follows this soon: people type a name faster. */
export const settleMs = 300;
/** After letters in a row, keys are letters until there was this much silence. */
const silenceMs = 1_000;

/** A key press: an action now or after a pause, or a letter of typed words. */
export type KeyPressMeaning = "act" | "wait" | "typed";

/**
 * Tells shortcuts from words typed without a focused field: no letter of `maria` may close, assign or pin a
 * conversation.
 *
 * @returns a function that reads printable keys in order.
 */
export function createKeyReader(): (action: ShortcutAction | undefined, at: number) => KeyPressMeaning {
  let last: { readonly meaning: KeyPressMeaning; readonly at: number } | undefined;
  const meaningOf = (action: ShortcutAction | undefined, at: number): KeyPressMeaning => {
    const since = last ? at - last.at : Number.POSITIVE_INFINITY;
    if (action === undefined) return "typed";
    if (last?.meaning === "typed" && since < silenceMs) return "typed";
    if (last?.meaning === "wait" && since < settleMs) return "typed";
    return atOnce.has(action) ? "act" : "wait";
  };
  return (action, at) => {
    const meaning = meaningOf(action, at);
    last = { meaning, at };
    return meaning;
  };
}
