import { type PointerEvent, useRef, useState } from "react";
import { useTime } from "#core/web/time/useTime.ts";
import type { Meeting } from "../contract.ts";
import { droppedAt, type PlacedMeeting } from "./lanes.ts";
import { timeAfterMidnight } from "./meetingForm.ts";
import classes from "./TimetableEntry.module.css";
import { meetingTexts as texts } from "./texts.ts";
import { useMoveMeeting } from "./useMoveMeeting.ts";

interface Props {
  entry: PlacedMeeting;
  day: string;
  /** The timetable's first minute. */
  first: number;
  onOpen: (meeting: Meeting) => void;
}

/** Pointers that move less have clicked. */
const leastDrag = 4;

/** A meeting in the timetable: opens with a click or Enter, and moves where it is dragged. */
export function TimetableEntry({ entry, day, first, onOpen }: Props) {
  const time = useTime();
  const { meeting, from, to, lane, lanes } = entry;
  const { title, customer_name, datetime, ends_at, status, type, version } = meeting;
  const move = useMoveMeeting();
  const begun = useRef<{ y: number; minuteHeight: number }>(undefined);
  const wasDragged = useRef(false);
  // It stays where it was dropped until the list has its next version.
  const [moved, setMoved] = useState<{ readonly version: number; readonly to: number }>();
  const target = moved?.version === version ? moved.to : undefined;
  const canMove = status === 0;

  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    wasDragged.current = false;
    if (!canMove || event.button !== 0 || event.pointerType === "touch") return;
    const height = event.currentTarget.getBoundingClientRect().height;
    begun.current = { y: event.clientY, minuteHeight: height / (to - from) };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = ({ clientY }: PointerEvent) => {
    if (!begun.current) return;
    const { y, minuteHeight } = begun.current;
    if (!wasDragged.current && Math.abs(clientY - y) < leastDrag) return;
    wasDragged.current = true;
    setMoved({ version, to: droppedAt(from, (clientY - y) / minuteHeight, to - from) });
  };
  const stop = () => {
    begun.current = undefined;
    setMoved(undefined);
  };
  const drop = () => {
    begun.current = undefined;
    if (target === undefined || target === from) return stop();
    move(meeting, day, target, stop);
  };
  const shownFrom = target ?? from;
  const style = { "--from": shownFrom - first, "--length": to - from, "--lane": lane, "--lanes": lanes };
  const span = `${time.time(datetime)} – ${time.time(ends_at)}`;
  return (
    <li className={classes.entry} style={style as React.CSSProperties} data-moving={target !== undefined || undefined}>
      <button
        type="button"
        className={classes.card}
        data-type={type}
        data-status={status}
        aria-label={texts.entry(title, customer_name, time.time(datetime), time.time(ends_at))}
        onPointerDown={begin}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={stop}
        onKeyDown={({ key }) => key === "Escape" && stop()}
        // A drag ends with a click, too; the keyboard's has no detail.
        onClick={({ detail }) => (detail === 0 || !wasDragged.current) && onOpen(meeting)}
      >
        <span className={classes.title}>{title}</span>
        <span className={classes.facts}>
          {target === undefined ? span : timeAfterMidnight(target)} · {customer_name}
          {status === 1 && ` · ${texts.completed}`}
          {status === 2 && ` · ${texts.noShow}`}
        </span>
      </button>
    </li>
  );
}
