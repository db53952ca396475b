import { ActionIcon } from "@mantine/core";
import { IconAt, IconMoodSmile, IconPaperclip, IconTextPlus } from "@tabler/icons-react";
import { memo, useRef } from "react";
import classes from "./ComposerBar.module.css";
import { composerTexts } from "./texts.ts";

interface Props {
  isOpen: boolean;
  /** The panel that is open above the field. */
  open: "emoji" | "templates" | undefined;
  onOpen: (panel: "emoji" | "templates" | undefined) => void;
  onFiles: (files: File[]) => void;
  /** A text mentions nobody: it goes on with a note. Undefined for those who may write none. */
  onMention: (() => void) | undefined;
}

/** Buttons that insert into the text or attach to it; memoized, so that typing doesn't render them again. */
export const ComposerTools = memo(function ComposerTools(props: Props) {
  const { isOpen, open, onOpen, onFiles, onMention } = props;
  const chooser = useRef<HTMLInputElement>(null);
  const tool = { variant: "subtle", color: "gray", size: "lg", className: classes.tool, disabled: !isOpen } as const;
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
      {onMention && (
        <ActionIcon
          {...tool}
          disabled={false}
          aria-label="Mention a colleague"
          title={composerTexts.mentionTitle}
          onClick={onMention}
        >
          <IconAt size={20} aria-hidden />
        </ActionIcon>
      )}
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
