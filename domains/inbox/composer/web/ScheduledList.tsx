import { Button } from "@mantine/core";
import { IconAlertCircle, IconClock, IconPaperclip } from "@tabler/icons-react";
import { May } from "#core/web/May.tsx";
import { useTime } from "#core/web/time.ts";
import { toast } from "#core/web/toast.tsx";
import { useSend } from "#core/web/useSend.ts";
import { mostFiles } from "#domains/inbox/attachments/contract.ts";
import { type ScheduledMessage, scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import { attachedFile } from "./drafts.ts";
import { broughtBack } from "./insertion.ts";
import classes from "./ScheduledList.module.css";
import type { DraftAtHand } from "./useDraft.ts";

interface Props {
  opened: boolean;
  scheduled: readonly ScheduledMessage[];
  handle: DraftAtHand;
  onBack: () => void;
}

/** Scheduled messages, and those that could not be sent at their time. Each can be taken back into the composer. */
export function ScheduledList({ opened, scheduled, handle, onBack }: Props) {
  const undo = useSend(scheduledMessages.undo, {
    refreshes: [scheduledMessages.ofChat],
    quiet: "success",
    onSuccess: ({ data }) => {
      handle.change(({ text, files }) => ({
        text: broughtBack(text, data.message) ?? text,
        files: [...data.attachments.map((one) => attachedFile(one, Date.now())), ...files],
      }));
      onBack();
    },
  });
  const takeBack = ({ id, message, attachments }: ScheduledMessage) => {
    const { text, files } = handle.current();
    const fits = broughtBack(text, message) !== undefined && files.length + attachments.length <= mostFiles;
    if (!fits)
      return toast.warning("There is no room for it beside what you are writing. Please send or clear that first.");
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
          <May use={scheduledMessages.undo}>
            <Button
              size="compact-xs"
              variant="default"
              loading={undo.isPending && undo.variables.params?.scheduled_id === one.id}
              onClick={() => takeBack(one)}
            >
              {one.state === "refused" ? "Take back" : "Undo"}
            </Button>
          </May>
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
      {!isRefused && unless_reply === 1 && <span>unless they write or call</span>}
    </span>
  );
}
