/** What the list of deleted customers says. */
export const deletedTexts = {
  restore: "Restore",
  merge: "Restore and merge",
  mergeQuestion: (deleted: string, owner: string) => ({
    title: "Restore and merge?",
    text: `${deleted} and ${owner} have the same phone, so they're the same person. Both histories become one conversation under the name ${keptName(deleted, owner)}.`,
  }),
} as const;

/** A phone means a customer without a name, who takes the name of the other. */
const isNamed = (shown: string) => /\p{L}/u.test(shown);

function keptName(deleted: string, owner: string): string {
  return isNamed(owner) || !isNamed(deleted) ? owner : deleted;
}
