import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useSession } from "#core/web/session/session.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import type { AppointmentType } from "#domains/appointments/contract.ts";
import { unconfirmed, useTimeForm } from "#domains/appointments/web/public.tsx";
import { meetings } from "../contract.ts";
import { MeetingFields } from "./MeetingFields.tsx";
import { newMeeting, roomOf } from "./meetingForm.ts";
import { meetingTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  type: AppointmentType;
  /** The day that is shown. */
  day: string;
  /** The time that was clicked, and whose: `2026-11-24T10:00`; empty: none. */
  at: string;
  host: string;
  /** The link that this person used last. */
  url: string;
  isRoomLocal: boolean;
  /** Who can have a Google Meet room; null where no one can. */
  meetHosts: readonly number[] | null;
}

/** Creates a meeting of the screen's type. */
export function CreateMeetingDialog({ opened, onClose, type, day, at, host, url, isRoomLocal, meetHosts }: Props) {
  const zone = useTimeZone() ?? "UTC";
  const me = useSession()?.user_id;
  const begun = { type, day, at, host, url, me };
  const add = useTimeForm(meetings.add, {
    initialValues: newMeeting(begun, zone, new Date()),
    toBody: (values) => ({ ...values, ...roomOf(values), ...unconfirmed, timeType: "custom" as const }),
    invalidates: [meetings.list, appointmentCalendar.view],
    onSuccess: onClose,
  });
  useFilledForm(add.form, opened, (openedAt) => newMeeting(begun, zone, openedAt));
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.create[type]} action={texts.form.create} form={add}>
      <MeetingFields
        form={add.form}
        maker_id={undefined}
        textLabel={texts.form.text[type]}
        isRoomLocal={isRoomLocal}
        meetHosts={meetHosts}
      />
    </FormDialog>
  );
}
