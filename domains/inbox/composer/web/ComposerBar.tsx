import { ActionIcon, Button } from "@mantine/core";
import { IconAt, IconClock, IconMoodSmile, IconPaperclip, IconSend2 } from "@tabler/icons-react";
import { useRef } from "react";
import { counterOf } from "#core/smsCounter.ts";
import { onDemand } from "#core/web/onDemand.tsx";
import classes from "./ComposerBar.module.css";
import type { Draft } from "./drafts.ts";

const Segments = onDemand(() => import("./Segments.tsx"), "Segments");

interface Props {
  draft: Draft;
  /** The id under which the field finds the counter. */
  counterId: string;
  isOpen: boolean;
  canSend: boolean;
  isSending: boolean;
  isEmojiOpen: boolean;
  onEmoji: () => void;
  onMention: () => void;
  onFiles: (files: File[]) => void;
  onLater: () => void;
}

/** Under the field: what puts something into the text or beside it, how long the text is, and what sends it. */
export function ComposerBar({ draft: { text, files }, counterId, isOpen, canSend, isSending, ...given }: Props) {
  const { isEmojiOpen, onEmoji, onMention, onFiles, onLater } = given;
  const chooser = useRef<HTMLInputElement>(null);
  const tool = { variant: "subtle", color: "gray", size: "lg", className: classes.tool, disabled: !isOpen } as const;
  return (
    <div className={classes.bar}>
      <ActionIcon {...tool} aria-label="Attach files" title="Attach files" onClick={() => chooser.current?.click()}>
        <IconPaperclip size={20} aria-hidden />
      </ActionIcon>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = "";
        }}
      />
      <ActionIcon
        {...tool}
        data-opens="emoji"
        aria-label="Emoji"
        title="Emoji"
        aria-haspopup="dialog"
        aria-expanded={isEmojiOpen}
        onClick={onEmoji}
      >
        <IconMoodSmile size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} aria-label="Mention a colleague" title="Mention a colleague" onClick={onMention}>
        <IconAt size={20} aria-hidden />
      </ActionIcon>
      <p className={classes.counter} id={counterId}>
        <span>{counterOf(text)}</span>
        <Segments opened={text !== "" || files.length > 0} text={text} files={files} />
      </p>
      <ActionIcon
        {...tool}
        disabled={!canSend}
        aria-label="Send later"
        title="Send later"
        aria-haspopup="dialog"
        onClick={onLater}
      >
        <IconClock size={20} aria-hidden />
      </ActionIcon>
      <Button
        type="submit"
        className={classes.send}
        title="Enter sends, Shift + Enter starts a new line"
        disabled={!canSend && !isSending}
        loading={isSending}
        rightSection={<IconSend2 size={18} aria-hidden />}
      >
        Send
      </Button>
    </div>
  );
}
