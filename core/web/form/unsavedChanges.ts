import { confirm } from "../dialog/confirm.tsx";

/** Forms on the screen that may have changes, each asked when somebody is about to leave. */
const forms = new Set<() => boolean>();

/** Asks before a form's changes are lost. @returns what takes the form off the list again. */
export function watchForChanges(isChanged: () => boolean): () => void {
  forms.add(isChanged);
  return () => void forms.delete(isChanged);
}

/** True while some form on the screen has changes that aren't saved. */
export const hasChanges = () => [...forms].some((isChanged) => isChanged());

export const discardQuestion = {
  title: "Discard changes?",
  text: "What you entered has not been saved.",
  action: "Discard",
  cancel: "Keep editing",
  danger: true,
} as const;

/** Asks whether the changes may be lost; those who say so aren't asked again. */
export async function mayLeave(): Promise<boolean> {
  if (!hasChanges()) return true;
  const isDiscarded = await confirm(discardQuestion);
  if (isDiscarded) forms.clear();
  return isDiscarded;
}
