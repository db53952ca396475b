import * as z from "zod/mini";
import type { AccessFailure } from "../access.ts";
import type { Deadline } from "../deadline.ts";
import {
  createGoogleAccounts,
  type GoogleAnswer,
  type GoogleClient,
  type GoogleSignInHosts,
  googleSignInHosts,
} from "../google/google.ts";
import type { CalendarAccounts, CalendarEvent, WriteResult } from "./calendar.ts";
import { eventBody, eventShape, type GoogleEvent, roomOf, timesShape } from "./googleShapes.ts";

/** The operator's OAuth client, in whose project the Calendar API is switched on. */
export interface GoogleCalendarSettings extends GoogleClient {
  /** Google's hosts; tests have their own. */
  readonly hosts?: GoogleCalendarHosts;
}

export interface GoogleCalendarHosts extends GoogleSignInHosts {
  readonly calendar: string;
}

const googleHosts: GoogleCalendarHosts = { ...googleSignInHosts, calendar: "https://www.googleapis.com" };

/** Events in the person's own calendars, and when they are busy: nothing of what else is in there. */
const scopes = [
  "https://www.googleapis.com/auth/calendar.events.owned",
  "https://www.googleapis.com/auth/calendar.freebusy",
];

/** Another address that answers for all of Google's hosts. */
export const calendarHostsAt = (url: string): GoogleCalendarHosts => ({ consent: url, token: url, calendar: url });

/** An event on its way into a calendar. */
interface EventOnItsWay {
  readonly access: string;
  readonly event: CalendarEvent;
  readonly leaveBy: Deadline;
}

/** How often an event is read anew because somebody changed it meanwhile. */
const maxConflicts = 3;

/** People's main calendars at Google, by the Calendar API v3. */
export function createGoogleCalendars(settings: GoogleCalendarSettings): CalendarAccounts {
  const { hosts = googleHosts } = settings;
  const { ask, consentUrl, redeem, revoke } = createGoogleAccounts(settings, scopes, hosts);
  const events = `${hosts.calendar}/calendar/v3/calendars/primary/events`;
  // Guests are invited by our own mails, and there are none in these events.
  const query = "conferenceDataVersion=1&sendUpdates=none";
  const eventUrl = (id: string) => `${events}/${encodeURIComponent(id)}`;

  const read = (access: string, id: string) => ask(access, eventUrl(id), eventShape);

  async function insert({ access, event, leaveBy }: EventOnItsWay, isLost: boolean): Promise<WriteResult> {
    const change = { method: "POST", body: eventBody(event, true), leaveBy } as const;
    const result = await ask(access, `${events}?${query}`, eventShape, change);
    if (result.failure && result.status === 409) {
      // It is there: an answer was lost, or we took it out ourselves and want it back.
      return isLost ? { kind: "deleted" } : patch({ access, event, leaveBy }, "", "confirmed");
    }
    return writtenOr(result);
  }

  async function patch(
    { access, event, leaveBy }: EventOnItsWay,
    etag: string,
    status?: "confirmed",
  ): Promise<WriteResult> {
    const body = { ...eventBody(event, false), ...(status && { status }) };
    const change = { method: "PATCH", body, etag, leaveBy } as const;
    return writtenOr(await ask(access, `${eventUrl(event.id)}?${query}`, eventShape, change));
  }

  /** Changes an event that we wrote before, whatever its owner did with it meanwhile. */
  async function update(writing: EventOnItsWay, known: string): Promise<WriteResult> {
    const { access, event, leaveBy } = writing;
    let etag = known;
    for (let turn = 0; turn < maxConflicts; turn++) {
      const body = eventBody(event, false);
      const change = { method: "PATCH", body, etag, leaveBy } as const;
      const result = await ask(access, `${eventUrl(event.id)}?${query}`, eventShape, change);
      if (!result.failure) return writtenOr(result);
      if (result.status === 404) return insert(writing, true);
      if (result.status === 410) return { kind: "deleted" };
      if (result.status !== 412) return result.failure;
      const current = await read(access, event.id);
      if (current.failure) return current.status === 404 ? insert(writing, true) : current.failure;
      if (current.answer.status === "cancelled") return { kind: "deleted" };
      etag = current.answer.etag;
    }
    return { kind: "busy", why: "The event changes all the time" };
  }

  return {
    provider: "google",
    consentUrl,
    redeem,
    revoke,

    write: (access, event, etag, leaveBy) =>
      etag === "" ? insert({ access, event, leaveBy }, false) : update({ access, event, leaveBy }, etag),

    async room(access, id) {
      const { answer, failure } = await read(access, id);
      return failure ?? { kind: "room", room: roomOf(answer) };
    },

    async remove(access, id, leaveBy) {
      const change = { method: "DELETE", leaveBy } as const;
      const result = await ask(access, `${eventUrl(id)}?sendUpdates=none`, z.unknown(), change);
      const isAbsent = result.failure && [404, 410].includes(result.status);
      return result.failure && !isAbsent ? result.failure : { kind: "removed" };
    },

    async times(access, { from, before }) {
      const body = { timeMin: from.toISOString(), timeMax: before.toISOString(), items: [{ id: "primary" }] };
      const change = { method: "POST", body } as const;
      const { answer, failure } = await ask(access, `${hosts.calendar}/calendar/v3/freeBusy`, timesShape, change);
      if (failure) return failure;
      if (!answer.isKnown) return { kind: "busy", why: "Google couldn't read this calendar's times" };
      return { kind: "times", busy: answer.busy };
    },
  };
}

function writtenOr({ answer, failure }: GoogleAnswer<GoogleEvent>): WriteResult {
  if (failure) return absentIsRefused(failure);
  if (answer.status === "cancelled") return { kind: "deleted" };
  return { kind: "written", etag: answer.etag, room: roomOf(answer) };
}

/** The calendar itself isn't found: nothing that comes back by itself. */
const absentIsRefused = (failure: AccessFailure): AccessFailure =>
  failure.kind === "missing" ? { kind: "refused", why: failure.why } : failure;
