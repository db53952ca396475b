import { type ComponentProps, type RefObject, useEffect } from "react";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { afterFrame } from "#core/web/loading/afterFrame.ts";
import classes from "./Composer.module.css";

interface Props extends Omit<ComponentProps<"textarea">, "ref"> {
  field: RefObject<HTMLTextAreaElement | null>;
  isOpen: boolean;
}

/** One chat's text field: each chat has its own, with its own undo history. */
export function MessageField({ field, isOpen, ...props }: Props) {
  const isPhone = useMedia(phone);

  // On a phone the keyboard would cover half of the conversation.
  useEffect(() => {
    if (isOpen && !isPhone) return afterFrame(() => field.current?.focus({ preventScroll: true }));
    return undefined;
  }, [field, isOpen, isPhone]);

  return (
    <textarea
      {...props}
      ref={field}
      className={classes.field}
      aria-label="Message"
      placeholder={isOpen ? "Write a message" : undefined}
      rows={1}
      disabled={!isOpen}
      enterKeyHint="send"
    />
  );
}
