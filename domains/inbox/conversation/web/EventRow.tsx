import {
  IconArchive,
  IconBan,
  IconCalendarCheck,
  IconCalendarTime,
  IconCircleCheck,
  IconClock,
  IconLock,
  IconUserCheck,
} from "@tabler/icons-react";
import { memo } from "react";
import type { TimeFormats } from "#core/web/time/useTime.ts";
import type { ChatEvent } from "../contract.ts";
import classes from "./EventRow.module.css";
import { eventInWords, timelineTexts } from "./eventTexts.ts";
import { NoteText } from "./NoteText.tsx";

const icons: Record<ChatEvent["kind"], typeof IconLock> = {
  note: IconLock,
  assigned: IconUserCheck,
  closed: IconArchive,
  reopened: IconArchive,
  snoozed: IconClock,
  "opted in": IconCircleCheck,
  "opted out": IconBan,
  "opt-out undone": IconCircleCheck,
  "asked to stop": IconBan,
  confirmed: IconCalendarCheck,
  "asked to change": IconCalendarTime,
};

/** An internal note between the messages, or one quiet line about what was done with the chat. */
export const EventRow = memo(function EventRow({ event, time }: { event: ChatEvent; time: TimeFormats }) {
  const { kind, at, by, note, snoozed_until } = event;
  const Icon = icons[kind];
  const when = (
    <time dateTime={at} title={time.dateTime(at)}>
      {time.time(at)}
    </time>
  );
  if (kind === "note") {
    return (
      <article className={classes.note}>
        <p className={classes.head}>
          <Icon size={14} aria-hidden />
          <strong>{timelineTexts.note}</strong> {by} · {when}
        </p>
        <p className={classes.text}>
          <NoteText text={note} />
        </p>
      </article>
    );
  }
  const { who, what } = eventInWords(event, snoozed_until ? time.dateTime(snoozed_until) : "");
  return (
    <p className={classes.event}>
      <Icon size={14} aria-hidden />
      <span>
        {who && <strong>{who}</strong>} {what} · {when}
      </span>
    </p>
  );
});
