import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type Meeting, meetings } from "../contract.ts";
import { editOf, partsOfTime, storedMeeting, timeAfterMidnight } from "./meetingForm.ts";
import { meetingTexts as texts } from "./texts.ts";

/** Moves a meeting to another time of a day, and offers to take that back. */
export function useMoveMeeting() {
  const zone = useTimeZone() ?? "UTC";
  const options = { invalidates: [meetings.list], quiet: "success" } as const;
  const back = useSend(meetings.edit, options);
  const move = useSend(meetings.edit, options);
  return (meeting: Meeting, day: string, minutes: number, onFailure: () => void) => {
    const before = storedMeeting(meeting, zone);
    const time = timeAfterMidnight(minutes);
    const values = { ...before, appointment_date: day, ...partsOfTime(time) };
    const params = { id: meeting.id };
    move.mutate(
      { params, body: editOf(values, meeting, zone) },
      {
        onError: onFailure,
        onSuccess: ({ data: { version } }) => {
          const text = texts.moved(meeting.title, time);
          // The form takes quarter hours only, so one that was made for "now" doesn't go back.
          if (Number(before.customTimeMinutes) % 15 !== 0) return toast.success(text);
          toast.undo(text, () => back.mutate({ params, body: { ...before, timeType: "custom", version } }));
        },
      },
    );
  };
}
