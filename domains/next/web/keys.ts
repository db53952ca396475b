/* The pure rules of the keyboard: what a key does, who may focus the field, and what is taken back. */

/** Milliseconds: a letter or digit that follows another sooner is part of what is being typed. */
const fastTyping = 400;

/** These close nothing, so the same one may be pressed fast. */
const repeatable = new Set(["j", "k", "z"]);

export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly timeStamp: number;
}

/** Tells shortcuts from letters that are typed where no field has the focus. */
export function createKeyReader() {
  let last = { key: "", at: Number.NEGATIVE_INFINITY, acted: false };
  return {
    /** Takes a key that is typed into a field. */
    onTyped({ key, timeStamp }: PressedKey): void {
      last = { key, at: key === "Escape" ? Number.NEGATIVE_INFINITY : timeStamp, acted: false };
    },
    /** @returns the shortcut that a key means, `e` or `Shift+E`; undefined within a word. */
    shortcutOf({ key: pressed, shiftKey, timeStamp }: PressedKey): string | undefined {
      const key = pressed.toLowerCase();
      if (!/^[a-z0-9]$/.test(key)) {
        if (key === "escape") last = { key, at: Number.NEGATIVE_INFINITY, acted: false };
        return key;
      }
      const isRepeated = last.acted && last.key === key && repeatable.has(key);
      const acted = timeStamp - last.at >= fastTyping || isRepeated;
      last = { key, at: timeStamp, acted };
      if (!acted) return undefined;
      return shiftKey ? `Shift+${key.toUpperCase()}` : key;
    },
  };
}

/**
 * Whether a message field may take the focus by itself. After a key that isn't typed into a field it may not, until a click,
 * Enter or a sent text has led to another entry.
 */
export function createFieldFocus() {
  let isKept = false;
  let isFollowed = false;
  return {
    /** A key was pressed outside of a field, or Escape anywhere. */
    onKey(): void {
      isKept = true;
      isFollowed = false;
    },
    /** A click, or Enter in a field: what may lead to another entry. */
    onFollow(): void {
      isFollowed = true;
    },
    /** Another entry is open. */
    onEntry(): void {
      if (isFollowed) isKept = false;
      isFollowed = false;
    },
    takesFocus: (): boolean => !isKept,
  };
}

export type FieldFocus = ReturnType<typeof createFieldFocus>;

/** What was closed in this visit, to be taken back newest first. */
export function createUndoStack() {
  let steps: readonly (() => unknown)[] = [];
  const drop = (step: () => unknown) => {
    steps = steps.filter((one) => one !== step);
  };
  const run = (step: (() => unknown) | undefined) => {
    if (!step || !steps.includes(step)) return;
    drop(step);
    step();
  };
  return {
    /** Adds what takes an entry back. `run` does it, once; `drop` forgets it. */
    add(step: () => unknown) {
      steps = [...steps, step];
      return { run: () => run(step), drop: () => drop(step) };
    },
    undo: () => run(steps.at(-1)),
  };
}
