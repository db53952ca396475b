import { Button, Textarea } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconInfoCircle, IconSend2 } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { counterOf, cut } from "#core/smsCounter.ts";
import classes from "./Composer.module.css";
import { drafts } from "./drafts.ts";
import { useInbox, useInboxState } from "./useInbox.ts";

interface Props {
  chatId: number;
  /** Why nothing can be sent, or empty; undefined while that isn't known. */
  cannotSend: string | undefined;
}

/** Where a text is written. What is typed stays until it is sent, also when another chat is opened meanwhile. */
export function Composer({ chatId, cannotSend }: Props) {
  const { sending } = useInbox();
  const [text, setText] = useState(() => drafts.of(chatId));
  const isSending = useInboxState(({ outbox }) =>
    outbox.some((pending) => pending.chat_id === chatId && pending.failure === undefined),
  );
  const isPhone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = cannotSend === "";

  // On a phone the keyboard would cover half of what one came to read.
  useEffect(() => {
    if (isOpen && !isPhone) field.current?.focus({ preventScroll: true });
  }, [isOpen, isPhone]);

  const type = (typed: string) => {
    const kept = cut(typed);
    setText(kept);
    drafts.keep(chatId, kept);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isOpen || text.trim() === "") return;
    void sending.send(chatId, text.trim());
    type("");
    field.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the choice of a character in some languages' keyboards.
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) send(event);
  };

  return (
    <form className={classes.composer} onSubmit={send}>
      {cannotSend && (
        <p className={classes.refused} id={`refused-${chatId}`}>
          <IconInfoCircle size={18} aria-hidden /> {cannotSend}
        </p>
      )}
      <div className={classes.line}>
        <Textarea
          ref={field}
          className={classes.field}
          aria-label="Message"
          aria-describedby={cannotSend ? `refused-${chatId}` : `counter-${chatId}`}
          placeholder={isOpen ? "Write a message" : undefined}
          autosize
          minRows={1}
          maxRows={8}
          disabled={!isOpen}
          enterKeyHint="send"
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          type="submit"
          className={classes.send}
          disabled={!isOpen || (text.trim() === "" && !isSending)}
          loading={isSending}
          rightSection={<IconSend2 size={18} aria-hidden />}
        >
          Send
        </Button>
      </div>
      <p className={classes.counter}>
        <span className={classes.hint}>Enter sends, Shift + Enter starts a new line</span>
        <span id={`counter-${chatId}`}>{counterOf(text)}</span>
      </p>
    </form>
  );
}
