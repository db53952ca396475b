import type { Editor } from "@tiptap/core";
import { useRef } from "react";

/**
 * After a choice in a menu of the toolbar one goes on writing: the menu gives the focus to its button, which hands it on.
 * What is chosen must not focus the editor itself: the button would take the focus again, and what is typed in between
 * would be lost.
 */
export function useMenuFocus(editor: Editor) {
  const hasChosen = useRef(false);
  return {
    /** For what the menu's items do. */
    choose: (act: () => void) => {
      hasChosen.current = true;
      act();
    },
    /** For the menu's button. */
    onFocus: () => {
      if (!hasChosen.current) return;
      hasChosen.current = false;
      editor.commands.focus();
    },
  };
}
