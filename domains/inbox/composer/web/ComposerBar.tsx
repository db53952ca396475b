import { ActionIcon, Button } from "@mantine/core";
import { IconClock, IconSend2 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { counterText } from "#core/smsCounter.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { Draft } from "#domains/inbox/drafts/web/drafts.ts";
import classes from "./ComposerBar.module.css";

const Segments = lazyDialog(() => import("./Segments.tsx"), "Segments");

interface Props {
  draft: Draft;
  /** The counter's element id, for the field's `aria-describedby`. */
  counterId: string;
  canSend: boolean;
  isSending: boolean;
  tools: ReactNode;
  onLater: () => void;
}

/** Below the field: tools, counter and send buttons. */
export function ComposerBar({ draft: { text, files }, counterId, canSend, isSending, tools, onLater }: Props) {
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
        Send
      </Button>
    </div>
  );
}
