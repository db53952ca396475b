import { Button } from "@mantine/core";
import { IconAlertCircle, IconClock, IconPaperclip } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { maxFilesPerMessage } from "#domains/inbox/attachments/contract.ts";
import { prependText, uploadedDraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import { type ScheduledMessage, scheduledMessages } from "../contract.ts";
import classes from "./ScheduledList.module.css";

interface Props {
  opened: boolean;
  scheduled: readonly ScheduledMessage[];
  handle: DraftHandle;
  onBack: () => void;
}

/** Scheduled messages, and those that could not be sent at their time. Each can be taken back into the composer. */
export function ScheduledList({ opened, scheduled, handle, onBack }: Props) {
  const undo = useSend(scheduledMessages.undo, {
    invalidates: [scheduledMessages.ofChat],
    quiet: "success",
    onSuccess: ({ data }) => {
      handle.change(({ text, files }) => ({
        text: prependText(text, data.message) ?? text,
        files: [...data.attachments.map((one) => uploadedDraftFile(one, Date.now())), ...files],
      }));
      onBack();
    },
  });
  const takeBack = ({ id, message, attachments }: ScheduledMessage) => {
    const { text, files } = handle.current();
    const fits = prependText(text, message) !== undefined && files.length + attachments.length <= maxFilesPerMessage;
    if (!fits) return toast.warning("It doesn't fit with what you're writing. Send or clear that first.");
    undo.mutate({ params: { scheduled_id: id } });
  };

  if (!opened || scheduled.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Scheduled messages">
      {scheduled.map((one) => (
        <li key={one.id} className={classes.one} data-state={one.state}>
          <Time one={one} />
          <span className={classes.text}>
            {one.attachments.length > 0 && (
              <>
                <IconPaperclip size={14} aria-hidden /> {one.attachments.map(({ name }) => name).join(", ")}{" "}
              </>
            )}
            {one.message}
          </span>
          <Can use={scheduledMessages.undo}>
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending && undo.variables.params?.scheduled_id === one.id}
              onClick={() => takeBack(one)}
            >
              {one.state === "refused" ? "Edit" : "Undo"}
            </Button>
          </Can>
        </li>
      ))}
    </ul>
  );
}

function Time({ one: { state, reason, send_at, sent_by, unless_reply } }: { one: ScheduledMessage }) {
  const time = useTime();
  const isRefused = state === "refused";
  const Icon = isRefused ? IconAlertCircle : IconClock;
  return (
    <span className={classes.when}>
      <Icon size={16} aria-hidden />
      <time dateTime={send_at} title={`Written by ${sent_by}`}>
        {time.dateTime(send_at)}
      </time>
      {isRefused && <span role="alert">Not sent: {reason}</span>}
      {!isRefused && unless_reply === 1 && <span>unless they text or call</span>}
    </span>
  );
}
