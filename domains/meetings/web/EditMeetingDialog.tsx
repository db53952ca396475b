import { useMemo } from "react";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { unconfirmed, useTimeForm } from "#domains/appointments/web/public.tsx";
import { type Meeting, meetings } from "../contract.ts";
import { MeetingFields } from "./MeetingFields.tsx";
import { editOf, type MeetingValues, storedMeeting } from "./meetingForm.ts";
import { meetingTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  meeting: Meeting;
  isRoomLocal: boolean;
  /** Who can have a Google Meet room; null where no one can. */
  meetHosts: readonly number[] | null;
}

/** Changes a meeting, its room, its people or its time. */
export function EditMeetingDialog({ opened, onClose, meeting, isRoomLocal, meetHosts }: Props) {
  const zone = useTimeZone() ?? "UTC";
  const stored: MeetingValues = useMemo(() => storedMeeting(meeting, zone), [meeting, zone]);
  const edit = useTimeForm(meetings.edit, {
    initialValues: stored as MeetingValues & ReturnType<typeof editOf>,
    params: { id: meeting.id },
    toBody: (values) => ({ ...editOf(values, meeting, zone), ...unconfirmed }),
    invalidates: [meetings.list, appointmentCalendar.view],
    onSuccess: onClose,
  });
  // A colleague's change meanwhile is refused, not saved over: it has another version.
  useFilledForm(edit.form, opened, stored, { follows: false });
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.edit} action={texts.form.save} form={edit}>
      <MeetingFields
        form={edit.form}
        maker_id={meeting.host_id === null ? meeting.people[0]?.id : undefined}
        textLabel={texts.form.textAgain}
        isRoomLocal={isRoomLocal}
        isMailed={meeting.is_mailed === 1}
        meetHosts={meetHosts}
      />
    </FormDialog>
  );
}
