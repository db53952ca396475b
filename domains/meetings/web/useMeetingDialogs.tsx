import { useState } from "react";
import { useSearchParams } from "react-router";
import type { DataOf } from "#core/call.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import type { AppointmentType } from "#domains/appointments/contract.ts";
import { useAppointmentDialogs, WalkInDialog } from "#domains/appointments/web/public.tsx";
import { type Meeting, meetings } from "../contract.ts";
import { MeetingLinks } from "./MeetingCard.tsx";

const CalendarFeedDialog = lazyDialog(() => import("../feed/web/CalendarFeedDialog.tsx"), "CalendarFeedDialog");
const OwnCalendarDialog = lazyDialog(() => import("../busyTimes/web/OwnCalendarDialog.tsx"), "OwnCalendarDialog");
const CreateMeetingDialog = lazyDialog(() => import("./CreateMeetingDialog.tsx"), "CreateMeetingDialog");
const EditMeetingDialog = lazyDialog(() => import("./EditMeetingDialog.tsx"), "EditMeetingDialog");
const CancelDialog = lazyDialog(() => import("./CancelDialog.tsx"), "CancelDialog");

type MeetingDialogKind = "edit" | "cancel" | "feed" | "own" | "walkIn";

const nobody: DataOf<typeof meetings.list>["busy"] = [];

/** The dialogs of the screens of meetings. The address opens two: `?create=new&at=2026-11-24T10:00&with=7`, `?calendar=own`. */
export function useMeetingDialogs(type: AppointmentType, list: DataOf<typeof meetings.list> | undefined) {
  const zone = useTimeZone() ?? "UTC";
  const [address, setAddress] = useSearchParams();
  const create = address.get("create");
  const openCreate = () => setAddress((before) => new URLSearchParams([...before, ["create", "new"]]));
  const leave = (...names: string[]) =>
    setAddress((before) => new URLSearchParams([...before].filter(([name]) => !names.includes(name))), {
      replace: true,
    });
  const closeCreate = () => leave("create", "at", "with");
  const closeOwn = () => leave("calendar");
  const [dialog, setDialog] = useState<MeetingDialogKind>();
  const close = () => setDialog(undefined);
  // Kept while a dialog closes, so that its content doesn't change during the transition.
  const [meeting, setMeeting] = useState<Meeting>();
  const open = (kind: "edit" | "cancel", row: Meeting) => {
    setMeeting(row);
    setDialog(kind);
  };
  const get = useSend(meetings.get, { quiet: "success", onSuccess: ({ data }) => open("edit", data) });
  const isRoomLocal = list?.is_room_local ?? false;
  const meetHosts = list?.meet_hosts ?? null;
  const instead = (kind: "edit" | "cancel", row: Meeting) => {
    about.close();
    open(kind, row);
  };
  const about = useAppointmentDialogs({
    onEdit: ({ id }) => get.mutate({ params: { id } }),
    more: ({ id }) => (
      <MeetingLinks id={id} onEdit={(row) => instead("edit", row)} onCancel={(row) => instead("cancel", row)} />
    ),
  });
  const isWalkIn = dialog === "walkIn";
  const today = useCall(meetings.list, { body: { type, day: "" } }, { enabled: isWalkIn });
  const dialogs = (
    <>
      {about.dialogs}
      <CreateMeetingDialog
        opened={create !== null}
        onClose={closeCreate}
        type={type}
        day={list?.day ?? ""}
        at={address.get("at") ?? ""}
        host={address.get("with") ?? ""}
        url={list?.last_url ?? ""}
        isRoomLocal={isRoomLocal}
        meetHosts={meetHosts}
      />
      {meeting && (
        <EditMeetingDialog
          key={meeting.id}
          opened={dialog === "edit"}
          onClose={close}
          meeting={meeting}
          isRoomLocal={isRoomLocal}
          meetHosts={meetHosts}
        />
      )}
      {meeting && <CancelDialog opened={dialog === "cancel"} onClose={close} meeting={meeting} />}
      <CalendarFeedDialog opened={dialog === "feed"} onClose={close} />
      <OwnCalendarDialog opened={address.has("calendar")} onClose={closeOwn} />
      <WalkInDialog
        opened={isWalkIn && !today.isPending}
        onClose={close}
        zone={zone}
        busy={today.data?.busy ?? nobody}
      />
    </>
  );
  return {
    open,
    openCreate,
    openFeed: () => setDialog("feed"),
    openOwn: () => setAddress((before) => new URLSearchParams([...before, ["calendar", "own"]])),
    openWalkIn: () => setDialog("walkIn"),
    openAppointment: (row: Parameters<typeof about.open>[1]) => about.open("details", row),
    openRefused: (...refused: RefusedArguments) => about.open("move", ...refused),
    dialogs,
  };
}

type RefusedArguments =
  Parameters<ReturnType<typeof useAppointmentDialogs>["open"]> extends [unknown, ...infer Rest] ? Rest : never;
