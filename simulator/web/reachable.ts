/** Of what scrolls by itself: the keyboard reaches it, and so can scroll it. */
export const reachable = { tabIndex: 0 } as const;
