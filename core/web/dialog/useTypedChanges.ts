import { useEffect, useRef } from "react";
import { discardQuestion } from "../form/unsavedChanges.ts";
import { useUnsavedChanges } from "../form/useUnsavedChanges.ts";
import { confirm } from "./confirm.tsx";

const always = () => true;

interface TypedChanges {
  /** For the form's `onInput`: somebody typed or chose something. */
  onInput: () => void;
  /** Closes at once when there is nothing to lose; otherwise asks first. For Escape and clicks outside. */
  askBefore: (close: () => void) => void;
}

/**
 * Keeps what was typed into a dialog from being lost by accident.
 *
 * @param comparesValues `isChanged` alone decides, whatever was typed or pressed.
 * @param isChanged false when what was typed has been taken back; without it, whatever was typed counts.
 */
export function useTypedChanges(
  opened: boolean,
  isChanged: () => boolean = always,
  comparesValues = false,
): TypedChanges {
  const hasTyped = useRef(false);
  const isAsking = useRef(false);
  useEffect(() => {
    if (opened) hasTyped.current = false;
  }, [opened]);

  const hasChanged = () => (comparesValues || hasTyped.current) && isChanged();
  // Leaving the page loses it, too; a form that can't say what it holds may have been sent.
  useUnsavedChanges(() => opened && isChanged !== always && hasChanged());

  const ask = async (close: () => void) => {
    isAsking.current = true;
    const isDiscarded = await confirm(discardQuestion);
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
      if (hasChanged()) void ask(close);
      else close();
    },
  };
}
