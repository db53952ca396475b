import { ActionIcon } from "@mantine/core";
import { IconAt, IconMoodSmile, IconPaperclip, IconTextPlus } from "@tabler/icons-react";
import { memo, type RefObject, useRef } from "react";
import classes from "./ComposerBar.module.css";
import { composerTexts } from "./texts.ts";

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  isOpen: boolean;
  /** The panel that is open above the field. */
  open: "emoji" | "templates" | undefined;
  onOpen: (panel: "emoji" | "templates" | undefined) => void;
  /** Inserts text at the cursor. */
  insert: (piece: string) => void;
  onFiles: (files: File[]) => void;
}

/** Buttons that insert into the text or attach to it; memoized, so that typing doesn't render them again. */
export const ComposerTools = memo(function ComposerTools(props: Props) {
  const { field, isOpen, open, onOpen, insert, onFiles } = props;
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
        aria-expanded={open === "emoji"}
        onClick={() => onOpen(open === "emoji" ? undefined : "emoji")}
      >
        <IconMoodSmile size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon {...tool} aria-label="Mention a colleague" title="Mention a colleague" onClick={mention}>
        <IconAt size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...tool}
        data-opens="templates"
        aria-label={composerTexts.templates.title}
        title={composerTexts.templates.title}
        aria-haspopup="dialog"
        aria-expanded={open === "templates"}
        onClick={() => onOpen(open === "templates" ? undefined : "templates")}
      >
        <IconTextPlus size={20} aria-hidden />
      </ActionIcon>
    </>
  );
});
