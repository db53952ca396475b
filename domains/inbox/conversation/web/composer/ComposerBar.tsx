import { ActionIcon, Button } from "@mantine/core";
import {
  IconAt,
  IconClock,
  IconMoodSmile,
  IconPaperclip,
  IconPhoto,
  IconSend2,
  IconTextPlus,
} from "@tabler/icons-react";
import { memo, type ReactNode, useRef } from "react";
import { counterText } from "#core/smsCounter.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { Draft } from "#domains/inbox/sync/web/drafts.ts";
import classes from "./ComposerBar.module.css";
import { composerTexts } from "./texts.ts";

const Segments = lazyDialog(() => import("./Segments.tsx"), "Segments");

interface Props {
  draft: Draft;
  /** The counter's element id, for the field's `aria-describedby`. */
  counterId: string;
  canSend: boolean;
  isSending: boolean;
  sendLabel?: string | undefined;
  tools: ReactNode;
  onLater: () => void;
}

/** Below the field: tools, counter and send buttons. */
export function ComposerBar({
  draft: { text, files },
  counterId,
  canSend,
  isSending,
  sendLabel = "Send",
  tools,
  onLater,
}: Props) {
  return (
    <div className={classes.bar}>
      {tools}
      <p className={classes.counter} id={counterId}>
        <span>{counterText(text)}</span>
        <Segments opened={text !== "" || files.length > 0} text={text} files={files} />
      </p>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.tool}
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
        {sendLabel}
      </Button>
    </div>
  );
}

/** What opens above the field, or over the page. */
export type ComposerPanel = "emoji" | "templates" | "library";

interface ComposerToolsProps {
  isOpen: boolean;
  /** The panel that is open above the field. */
  open: ComposerPanel | undefined;
  onOpen: (panel: ComposerPanel | undefined) => void;
  onFiles: (files: File[]) => void;
  /** Mentions are for notes only: switches to one. Undefined for those who can't write notes. */
  onMention: (() => void) | undefined;
}

/** Buttons that insert into the text or attach to it; memoized, so that typing doesn't render them again. */
export const ComposerTools = memo(function ComposerTools(props: ComposerToolsProps) {
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
        aria-label={composerTexts.library}
        title={composerTexts.library}
        aria-haspopup="dialog"
        onClick={() => onOpen("library")}
      >
        <IconPhoto size={20} aria-hidden />
      </ActionIcon>
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
