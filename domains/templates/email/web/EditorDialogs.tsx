import type { Editor } from "@tiptap/core";
import { ButtonDialog } from "./ButtonDialog.tsx";
import { LinkDialog } from "./LinkDialog.tsx";
import { PictureDialog } from "./PictureDialog.tsx";

export type EditorDialogName = "link" | "button" | "picture";

/** A dialog of the editor, from its opening on. */
export interface EditorDialogState {
  readonly name: EditorDialogName;
  /** Counts openings: each begins with what is selected then. */
  readonly opening: number;
  readonly isOpen: boolean;
  /** A picture that was pasted, and is to be described. */
  readonly pastedFile?: File | undefined;
}

interface Props {
  editor: Editor;
  dialog: EditorDialogState | undefined;
  onClose: () => void;
}

/** The dialogs of the editor's toolbar. Each begins with what is selected. */
export function EditorDialogs({ editor, dialog, onClose }: Props) {
  if (!dialog) return null;
  const { name, opening, isOpen, pastedFile } = dialog;
  const props = { editor, onClose, opened: isOpen };
  if (name === "link") return <LinkDialog key={opening} {...props} />;
  if (name === "button") return <ButtonDialog key={opening} {...props} />;
  return <PictureDialog key={opening} {...props} pastedFile={pastedFile} />;
}
