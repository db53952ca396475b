import { createHash } from "node:crypto";
import type { PersonKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { CalendarEvent } from "#ports/calendar/calendar.ts";
import type { RoomState } from "../fields.ts";
import { wordsOfEvent } from "../rules.ts";
import { type DueRemoval, type DueWrite, nextRemoval, nextWrite } from "./dueEventStore.ts";
import { deleteEvent, saveWriting, updateEvent } from "./eventStore.ts";
import { lockAccount } from "./store.ts";

/** What is about to happen in a calendar, committed before it does. */
export type EventIntent =
  | { readonly kind: "write"; readonly due: DueWrite; readonly event: CalendarEvent; readonly etag: string }
  | { readonly kind: "remove"; readonly due: DueRemoval };

/** The next thing to do in a member's calendar, as good as begun; undefined when everything is there. */
export async function prepareEvent(
  { publicUrl }: Pick<Server, "publicUrl">,
  { db, now }: UnitOfWork,
  person: PersonKey,
): Promise<EventIntent | undefined> {
  if (!(await lockAccount(db, person))) return undefined;
  for (;;) {
    const due = await nextRemoval(db, person, now());
    if (!due) break;
    const key = { ...person, appointment_id: due.appointment_id };
    const isPresent = due.state === "written" || due.state === "writing";
    if (isPresent) {
      await updateEvent(db, key, { state: "writing", asked_at: now() });
      return { kind: "remove", due };
    }
    await deleteEvent(db, key);
  }
  const due = await nextWrite(db, person, now());
  if (!due) return undefined;
  const { appointment_id, location_id, asked, starts_at, ends_at, zone, wants_room } = due;
  const event_id = due.event_id ?? eventIdOf(person, appointment_id, publicUrl);
  const room = (due.room ?? "none") as RoomState;
  const isAsked = wants_room && room !== "ready";
  // One that failed is asked for anew; one that is on its way is the same one.
  const room_requests = (due.room_requests ?? 0) + (isAsked && room !== "pending" ? 1 : 0);
  const writing = { location_id, event_id, asked, asked_at: now(), starts_at, ends_at, room_requests };
  const pending = { room: "pending", room_at: now() } as const;
  const key = { ...person, appointment_id };
  await saveWriting(db, key, { ...writing, ...(isAsked ? pending : { room, room_at: null }) });
  const link = `${publicUrl}/${due.type === 1 ? "virtual" : "inperson"}`;
  const event = {
    id: event_id,
    start: starts_at,
    end: ends_at,
    zone,
    ...wordsOfEvent(due, link),
    roomRequest: isAsked ? `${event_id}${room_requests}` : "",
  };
  return { kind: "write", due, event, etag: due.etag ?? "" };
}

/** Letters and digits that calendars take, the same for good, and nobody else's. */
function eventIdOf({ dealer_id, user_id }: PersonKey, appointment_id: number, publicUrl: string): string {
  const name = [new URL(publicUrl).host, dealer_id, user_id, appointment_id].join(" ");
  return `rooftop${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
}
