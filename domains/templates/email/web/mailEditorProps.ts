import type { ReactNode } from "react";

export interface MailEditorProps {
  /** HTML, with variables between percent signs. */
  value: string;
  onChange: (html: string) => void;
  error?: ReactNode;
  /** Called when the editor is pressed, to clear its error. */
  onPointerDown?: () => void;
}
