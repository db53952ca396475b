import { useEffect, useRef } from "react";
import { confirm } from "./confirm.tsx";

interface TypedChanges {
  /** For the form's `onInput`: somebody typed or chose something. */
  onInput: () => void;
  /** Closes at once when there is nothing to lose; otherwise asks first. For Escape and clicks outside. */
  askBefore: (close: () => void) => void;
}

/**
 * Keeps what was typed into a dialog from being lost by accident.
 *
 * @param isChanged false when what was typed has been taken back; without it, whatever was typed counts.
 */
export function useTypedChanges(opened: boolean, isChanged: () => boolean = () => true): TypedChanges {
  const hasTyped = useRef(false);
  const isAsking = useRef(false);
  useEffect(() => {
    if (opened) hasTyped.current = false;
  }, [opened]);

  const ask = async (close: () => void) => {
    isAsking.current = true;
    const isDiscarded = await confirm({
      title: "Discard changes?",
      text: "What you entered has not been saved.",
      action: "Discard",
      cancel: "Keep editing",
      danger: true,
    });
    // Not before the key that answered has reached the dialog below.
    setTimeout(() => {
      isAsking.current = false;
    });
    if (isDiscarded) close();
  };

  return {
    onInput: () => {
      hasTyped.current = true;
    },
    askBefore: (close) => {
      // Escape in the question reaches the dialog below it, too.
      if (isAsking.current) return;
      if (hasTyped.current && isChanged()) void ask(close);
      else close();
    },
  };
}
