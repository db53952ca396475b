/** Props of a scrollable element that make it focusable, so that the keyboard can scroll it. */
export const keyboardScrollable = { tabIndex: 0 } as const;
