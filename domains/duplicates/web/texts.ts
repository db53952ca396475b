/** What the screen of possible duplicates says. */
export const duplicateTexts = {
  definition: "The same email, or the same name with the same address, company or nearly the same phone.",
  more: (shown: number) => `Showing ${shown}. More appear as you merge these.`,
} as const;
