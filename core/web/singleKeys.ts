/* What single-key shortcuts ask before they act. */

const storageKey = "inbox_shortcuts";

/** Can be turned off in this browser, because single keys get in the way of speech input. */
export const areShortcutsOn = (): boolean => localStorage.getItem(storageKey) !== "off";
export const setShortcutsOn = (on: boolean): void => localStorage.setItem(storageKey, on ? "on" : "off");

/** True where a key types a letter or has its own meaning. */
export const handlesKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"]') !== null;

/** An open dialog handles the keyboard itself. */
export const hasDialog = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** The visible control with this `aria-keyshortcuts`. */
export const controlOf = (key: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
