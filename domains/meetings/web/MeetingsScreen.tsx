import { Button } from "@mantine/core";
import { IconCalendarEvent, IconCalendarPlus, IconClock, IconVideo } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import type { AppointmentType } from "#domains/appointments/contract.ts";
import { calendarSource } from "../busyTimes/contract.ts";
import { type Meeting, meetings } from "../contract.ts";
import { calendarFeed } from "../feed/contract.ts";
import { DayChoice } from "./DayChoice.tsx";
import { MeetingCard } from "./MeetingCard.tsx";
import classes from "./MeetingsScreen.module.css";
import { Timetable } from "./Timetable.tsx";
import { meetingTexts as texts } from "./texts.ts";
import { useMeetings } from "./useMeetings.ts";

const CalendarFeedDialog = lazyDialog(() => import("../feed/web/CalendarFeedDialog.tsx"), "CalendarFeedDialog");
const OwnCalendarDialog = lazyDialog(() => import("../busyTimes/web/OwnCalendarDialog.tsx"), "OwnCalendarDialog");
const CreateMeetingDialog = lazyDialog(() => import("./CreateMeetingDialog.tsx"), "CreateMeetingDialog");
const EditMeetingDialog = lazyDialog(() => import("./EditMeetingDialog.tsx"), "EditMeetingDialog");
const CancelDialog = lazyDialog(() => import("./CancelDialog.tsx"), "CancelDialog");

/** The next meetings as cards, and a day's as a timetable. `?day=2026-11-24` chooses the day, `?create` opens the dialog. */
export function MeetingsScreen({ type }: { type: AppointmentType }) {
  const [address, setAddress] = useSearchParams();
  const create = address.get("create");
  const [dayText, setDay] = useQueryFilter("day");
  const chosenDay = /^\d{4}-\d\d-\d\d$/.test(dayText) ? dayText : "";
  const { data, now, error, refetch } = useMeetings(type, chosenDay);
  const [dialog, setDialog] = useState<"edit" | "cancel">();
  // Kept while a dialog closes, so that its content doesn't change during the transition.
  const [meeting, setMeeting] = useState<Meeting>();
  const open = (kind: "edit" | "cancel", row: Meeting) => {
    setMeeting(row);
    setDialog(kind);
  };
  const openCreate = (at = "") =>
    setAddress((before) => {
      before.set("create", at || "new");
      return before;
    });
  const closeCreate = () =>
    setAddress((before) => new URLSearchParams([...before].filter(([name]) => name !== "create")), { replace: true });
  const [feed, setFeed] = useState(false);
  const [own, setOwn] = useState(false);
  const isRoomLocal = data?.is_room_local ?? false;
  const isEmpty = data && data.next.length === 0 && data.meetings.length === 0;
  const cardProps = {
    now,
    isRoomLocal,
    onEdit: (row: Meeting) => open("edit", row),
    onCancel: (row: Meeting) => open("cancel", row),
  };
  return (
    <Screen
      title={texts.titles[type]}
      commands={{
        main: { label: texts.create[type], icon: IconCalendarPlus, needs: meetings.add, onClick: () => openCreate() },
        others: [
          { label: texts.feed, icon: IconCalendarEvent, needs: calendarFeed.renew, onClick: () => setFeed(true) },
          { label: texts.ownCalendar, icon: IconClock, needs: calendarSource.set, onClick: () => setOwn(true) },
        ],
      }}
    >
      <div className={classes.content}>
        {error && !data && (
          <p role="alert">
            {error.message}{" "}
            <Button size="compact-sm" variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </p>
        )}
        {isEmpty && (
          <EmptyState
            icon={IconVideo}
            action={
              <Can use={meetings.add}>
                <Button variant="default" onClick={() => openCreate()}>
                  {texts.create[type]}
                </Button>
              </Can>
            }
          >
            {texts.none[type]}
          </EmptyState>
        )}
        {data && data.next.length > 0 && (
          <section aria-labelledby="next-meetings">
            <h2 id="next-meetings" className={classes.heading}>
              {texts.next}
            </h2>
            <ul className={classes.cards}>
              {data.next.map((row) => (
                <MeetingCard key={row.id} meeting={row} {...cardProps} />
              ))}
            </ul>
          </section>
        )}
        {data && (
          <section aria-labelledby="timetable">
            <div className={classes.bar}>
              <h2 id="timetable" className={classes.heading}>
                {texts.timetable}
              </h2>
              <DayChoice day={data.day} onChange={setDay} />
            </div>
            <Timetable
              {...data}
              now={now}
              onOpen={(row) => open("edit", row)}
              onCreate={(minutes) => openCreate(minutes)}
            />
          </section>
        )}
      </div>
      <CreateMeetingDialog
        opened={create !== null}
        onClose={closeCreate}
        type={type}
        day={data?.day ?? ""}
        at={create ?? ""}
        url={data?.last_url ?? ""}
        isRoomLocal={isRoomLocal}
      />
      {meeting && (
        <EditMeetingDialog
          key={meeting.id}
          opened={dialog === "edit"}
          onClose={() => setDialog(undefined)}
          meeting={meeting}
          isRoomLocal={isRoomLocal}
        />
      )}
      {meeting && <CancelDialog opened={dialog === "cancel"} onClose={() => setDialog(undefined)} meeting={meeting} />}
      <CalendarFeedDialog opened={feed} onClose={() => setFeed(false)} />
      <OwnCalendarDialog opened={own} onClose={() => setOwn(false)} />
    </Screen>
  );
}
