import { ActionIcon } from "@mantine/core";
import { IconAt, IconMoodSmile, IconPaperclip } from "@tabler/icons-react";
import { memo, type RefObject, useRef } from "react";
import classes from "./ComposerBar.module.css";

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  isOpen: boolean;
  isEmojiOpen: boolean;
  onEmoji: (opened: boolean) => void;
  /** Inserts text at the cursor. */
  insert: (piece: string) => void;
  onFiles: (files: File[]) => void;
}

/** Buttons that insert into the text or attach to it; memoized, so that typing doesn't render them again. */
export const ComposerTools = memo(function ComposerTools(props: Props) {
  const { field, isOpen, isEmojiOpen, onEmoji, insert, onFiles } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const tool = { variant: "subtle", color: "gray", size: "lg", className: classes.tool, disabled: !isOpen } as const;
  const mention = () => {
    const before = field.current?.value.slice(0, field.current.selectionStart) ?? "";
    insert(/(^|\s)$/.test(before) ? "@" : " @");
  };
  return (
    <>
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
          // Lets the same file be chosen again after it was removed.
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
        onClick={() => onEmoji(!isEmojiOpen)}
      >
        <IconMoodSmile size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} aria-label="Mention a colleague" title="Mention a colleague" onClick={mention}>
        <IconAt size={20} aria-hidden />
      </ActionIcon>
    </>
  );
});
