import { Stack, Text } from "@mantine/core";
import type { DataOf } from "#core/call.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { heldNumberText } from "#domains/locations/registration/rules.ts";
import { RegisterTexts } from "#domains/locations/registration/web/public.tsx";
import { type AppointmentReminder, reminders } from "../contract.ts";
import { reminderTexts as texts } from "./texts.ts";

/** What became of an appointment's reminders. */
export function RemindersOfAppointment({ reminders: rows, is_number_held }: DataOf<typeof reminders.ofAppointment>) {
  return (
    <Stack gap={4}>
      {rows.map((row) => (
        <div key={row.hours_before}>
          <Text span inherit c="dimmed">
            {texts.before(row.hours_before)} ·{" "}
          </Text>
          <State {...row} isNumberHeld={is_number_held === 1} />
        </div>
      ))}
    </Stack>
  );
}

/** Its reminders; undefined while they load, and for an appointment that has none. */
export function useReminders(id: number, isShown: boolean) {
  const { data } = useCall(reminders.ofAppointment, { params: { id } }, { enabled: isShown });
  return data && data.reminders.length > 0 ? data : undefined;
}

function State({ state, reason, send_at, sent_at, isNumberHeld }: AppointmentReminder & { isNumberHeld: boolean }) {
  const time = useTime();
  if (state === "sent") return texts.sent(time.dateTime(sent_at ?? send_at));
  if (state === "waiting" && !isNumberHeld) return texts.planned(time.dateTime(send_at));
  if (state === "skipped" && reason !== "not_registered") return reason === "" ? "" : texts.skipped(reason);
  return (
    <>
      {state === "waiting" ? heldNumberText : texts.skipped("not_registered")}. <RegisterTexts />
    </>
  );
}
