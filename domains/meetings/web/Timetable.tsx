import { useMemo } from "react";
import { Link } from "react-router";
import type { DataOf } from "#core/call.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { meetings as calls, type Meeting } from "../contract.ts";
import { placeMeetings, shownHours } from "./lanes.ts";
import { timeAfterMidnight } from "./meetingForm.ts";
import classes from "./Timetable.module.css";
import { TimetableEntry } from "./TimetableEntry.tsx";
import { meetingTexts as texts } from "./texts.ts";

interface Props extends Omit<DataOf<typeof calls.list>, "next" | "last_url"> {
  now: Date;
  onOpen: (meeting: Meeting) => void;
  /** @param at minutes after midnight. */
  onCreate: (at: string) => void;
}

/** A day's meetings by the location's clocks: entries that can be dragged, and free hours that can be clicked. */
export function Timetable({ day, meetings, is_more, hours, busy, now, onOpen, onCreate }: Props) {
  const time = useTime();
  const canAdd = useCan(calls.add);
  const zone = time.zone ?? "UTC";
  const placed = useMemo(() => placeMeetings(day, meetings, zone), [day, meetings, zone]);
  const { first, last } = shownHours(hours, placed);
  const present = wallTimeAt(now, zone);
  const isNowShown = present.date === day && present.minutes >= first * 60 && present.minutes < last * 60;
  const rows = Array.from({ length: last - first }, (_, index) => (first + index) * 60);
  return (
    <div>
      {(hours === null || placed.length === 0) && (
        <p className={classes.about}>{hours === null ? texts.closed : texts.freeDay}</p>
      )}
      <div className={classes.grid} style={{ "--hours": last - first } as React.CSSProperties}>
        {rows.map((minutes) => (
          <div key={minutes} className={classes.hour}>
            <span className={classes.time}>{timeAfterMidnight(minutes).replace(/^0/, "")}</span>
            {canAdd && (
              <button
                type="button"
                className={classes.slot}
                aria-label={texts.createAt(timeAfterMidnight(minutes))}
                onClick={() => onCreate(String(minutes))}
              />
            )}
          </div>
        ))}
        {isNowShown && (
          <div
            className={classes.now}
            style={{ "--from": present.minutes - first * 60 } as React.CSSProperties}
            aria-hidden
          />
        )}
        <ul className={classes.entries}>
          {placed.map((entry) => (
            <TimetableEntry key={entry.meeting.id} entry={entry} day={day} first={first * 60} onOpen={onOpen} />
          ))}
        </ul>
      </div>
      {busy.length > 0 && (
        <p className={classes.about}>
          <strong>{texts.busy}:</strong>{" "}
          {busy.map((one) => texts.busySpan(one.name, time.time(one.starts_at), time.time(one.ends_at))).join("; ")}
        </p>
      )}
      {placed.length > 0 && <p className={classes.hint}>{texts.moveHint}</p>}
      {is_more && (
        <p className={classes.about}>
          <Link to="/appointments">{texts.more}</Link>
        </p>
      )}
    </div>
  );
}
