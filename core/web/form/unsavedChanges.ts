import { confirm } from "../dialog/confirm.tsx";

/** Forms on the screen that may have changes, each asked when somebody is about to leave. */
const forms = new Set<WatchedForm>();

interface WatchedForm {
  readonly isChanged: () => boolean;
  /** Called when the person agrees to lose its changes. */
  readonly onDiscard?: (() => void) | undefined;
}

/** Asks before a form's changes are lost. @returns what takes the form off the list again. */
export function watchForChanges(form: WatchedForm): () => void {
  forms.add(form);
  return () => void forms.delete(form);
}

/** True while some form on the screen has changes that aren't saved. */
export const hasChanges = () => [...forms].some(({ isChanged }) => isChanged());

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
  if (!isDiscarded) return false;
  const discarded = [...forms].filter(({ isChanged }) => isChanged());
  forms.clear();
  for (const { onDiscard } of discarded) onDiscard?.();
  return true;
}
