import type { PersonKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AccessFailure } from "#ports/access.ts";
import type { RemoveResult, WriteResult } from "#ports/calendar/calendar.ts";
import { deleteEvent, updateEvent } from "./eventStore.ts";
import { syncCalendarJob } from "./jobs.ts";
import type { EventIntent } from "./prepareEvent.ts";
import { publishMeeting, settleRoom } from "./settleRoom.ts";
import { updateAccount } from "./store.ts";

/** Seconds until a room that is on its way is looked for the first time. */
const roomSeconds = 5;

/** Commits what became of an intent. @returns why it is to be tried later; undefined when it is done. */
export async function settleEvent(
  unit: UnitOfWork,
  person: PersonKey,
  { kind, due }: EventIntent,
  result: WriteResult | RemoveResult,
): Promise<AccessFailure | undefined> {
  const { db, now } = unit;
  const key = { ...person, appointment_id: due.appointment_id };
  if (result.kind === "removed") {
    await deleteEvent(db, key);
    await updateAccount(db, person, { read_due_at: now() });
    return undefined;
  }
  if (kind === "remove") {
    // Nothing that a later try would change.
    if (result.kind !== "refused") return result as AccessFailure;
    await deleteEvent(db, key);
    return undefined;
  }
  if (result.kind === "written") {
    await updateEvent(db, key, { state: "written", written: due.asked, etag: result.etag });
    await updateAccount(db, person, { read_due_at: now() });
    if (due.wants_room) await settleRoom(unit, { ...key, location_id: due.location_id }, result.room);
    if (due.wants_room && result.room.state === "pending")
      unit.enqueue(syncCalendarJob, person, { delaySeconds: roomSeconds });
    return undefined;
  }
  if (result.kind !== "deleted" && result.kind !== "refused") return result;
  await updateEvent(db, key, { state: result.kind, ...(due.wants_room && { room: "failed" }) });
  publishMeeting(unit, { ...key, location_id: due.location_id });
  return undefined;
}
