import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createFakeTokens, type FakeTokens } from "../google/fakeTokens.ts";
import { calendarHostsAt, type GoogleCalendarHosts } from "./google.ts";

interface FakeTime {
  dateTime?: string;
  timeZone?: string;
  date?: string | null;
}

/** An event as Google keeps it. */
interface FakeEvent {
  id: string;
  etag: string;
  status: "confirmed" | "cancelled";
  summary: string;
  description?: string;
  location?: string;
  start: FakeTime;
  end: FakeTime;
  hangoutLink?: string;
  conferenceData?: {
    createRequest: { requestId: string; conferenceSolutionKey: { type: string }; status: { statusCode: string } };
    entryPoints?: { entryPointType: string; uri: string }[];
  };
}

export interface FakeGoogleCalendar {
  readonly hosts: GoogleCalendarHosts;
  readonly events: Map<string, FakeEvent>;
  readonly requests: { readonly method: string; readonly path: string; readonly body: string }[];
  readonly tokens: FakeTokens;
  /** Handlers for the next requests for data; once used up, everything is answered. */
  readonly nextResponses: ((response: ServerResponse) => void)[];
  /** The person adds or changes an event by hand. */
  put(event: { id: string; summary: string; start: FakeTime; end: FakeTime }): void;
  deleteByHand(id: string): void;
  /** Everything is gone, as after the calendar was cleared. */
  clear(): void;
  /** Rooms stay on their way, until they aren't held any more. */
  holdRooms(isHeld: boolean): void;
  failRoom(id: string): void;
  close(): Promise<void>;
}

const idForm = /^[a-v0-9]{5,1024}$/;

/** For tests: Google's token endpoint and the Calendar API, on this machine. */
export async function startFakeGoogleCalendar(): Promise<FakeGoogleCalendar> {
  const state = { version: 1, holdsRooms: false, rooms: 0 };
  const tokens = createFakeTokens("member@calendar.example");
  const events = new Map<string, FakeEvent>();
  const requests: { method: string; path: string; body: string }[] = [];
  const next: FakeGoogleCalendar["nextResponses"] = [];
  const stamp = () => `"${state.version++}"`;

  function giveRoom(event: FakeEvent): void {
    if (event.conferenceData?.createRequest.status.statusCode !== "pending") return;
    const uri = `https://meet.google.com/fak-${String(++state.rooms).padStart(4, "e")}-abc`;
    event.conferenceData.createRequest.status.statusCode = "success";
    event.conferenceData.entryPoints = [
      { entryPointType: "phone", uri: "tel:+1-555" },
      { entryPointType: "video", uri },
    ];
    event.hangoutLink = uri;
    event.etag = stamp();
  }

  /** What a body asks of conferences; one that was asked for already is left alone. */
  function confer(event: FakeEvent, body: Partial<FakeEvent>, query: URLSearchParams): void {
    const asked = body.conferenceData?.createRequest;
    if (!asked || query.get("conferenceDataVersion") !== "1") return;
    if (event.conferenceData?.createRequest.requestId === asked.requestId) return;
    if (asked.conferenceSolutionKey.type !== "hangoutsMeet") return;
    event.conferenceData = { createRequest: { ...asked, status: { statusCode: "pending" } } };
    if (!state.holdsRooms) giveRoom(event);
  }

  function insert(response: ServerResponse, body: FakeEvent, query: URLSearchParams) {
    if (!idForm.test(body.id) || !isSpan(body)) return error(response, 400, "invalid");
    if (events.has(body.id)) return error(response, 409, "duplicate");
    const { conferenceData: _, ...rest } = body;
    const event: FakeEvent = { ...rest, etag: stamp(), status: "confirmed" };
    events.set(body.id, event);
    confer(event, body, query);
    json(response, 200, event);
  }

  function patch(response: ServerResponse, request: IncomingMessage, id: string, body: Partial<FakeEvent>) {
    const event = events.get(id);
    if (!event) return error(response, 404, "notFound");
    const match = request.headers["if-match"];
    if (match !== undefined && match !== event.etag) return error(response, 412, "conditionNotMet");
    const { conferenceData: _, start, end, ...rest } = body;
    const changed: FakeEvent = {
      ...event,
      ...rest,
      start: merged(event.start, start),
      end: merged(event.end, end),
      etag: stamp(),
    };
    if (!isSpan(changed)) return error(response, 400, "invalid");
    events.set(id, changed);
    confer(changed, body, new URL(request.url ?? "", "http://localhost").searchParams);
    json(response, 200, changed);
  }

  function remove(response: ServerResponse, id: string) {
    const event = events.get(id);
    if (!event) return error(response, 404, "notFound");
    if (event.status === "cancelled") return error(response, 410, "deleted");
    Object.assign(event, { status: "cancelled", etag: stamp() });
    response.writeHead(204).end();
  }

  function freeBusy(response: ServerResponse, body: string) {
    const { timeMin, timeMax, items } = JSON.parse(body) as {
      timeMin: string;
      timeMax: string;
      items: { id: string }[];
    };
    const spans = [...events.values()]
      .filter(({ status, start }) => status === "confirmed" && start.dateTime)
      .map(({ start, end }) => ({ start: start.dateTime ?? "", end: end.dateTime ?? "" }))
      .filter(({ start, end }) => Date.parse(start) < Date.parse(timeMax) && Date.parse(end) > Date.parse(timeMin))
      .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start));
    const busy: { start: string; end: string }[] = [];
    for (const span of spans) {
      const last = busy.at(-1);
      if (last && Date.parse(span.start) <= Date.parse(last.end)) {
        if (Date.parse(span.end) > Date.parse(last.end)) last.end = span.end;
      } else busy.push({ ...span });
    }
    const [{ id } = { id: "" }] = items;
    json(response, 200, { kind: "calendar#freeBusy", timeMin, timeMax, calendars: { [id]: { busy } } });
  }

  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (tokens.answer(response, pathname, body)) return;
    const method = request.method ?? "";
    requests.push({ method, path: pathname, body });
    const answer = next.shift();
    if (answer) return answer(response);
    if (!tokens.isGood(request)) return error(response, 401, "authError");
    if (pathname === "/calendar/v3/freeBusy" && method === "POST") return freeBusy(response, body);
    const at = "/calendar/v3/calendars/primary/events";
    if (pathname === at && method === "POST") return insert(response, JSON.parse(body), searchParams);
    const id = decodeURIComponent(pathname.slice(at.length + 1));
    if (!pathname.startsWith(`${at}/`)) return error(response, 404, "notFound");
    if (method === "PATCH") return patch(response, request, id, JSON.parse(body));
    if (method === "DELETE") return remove(response, id);
    const event = events.get(id);
    return event ? json(response, 200, event) : error(response, 404, "notFound");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    hosts: calendarHostsAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    events,
    requests,
    tokens,
    nextResponses: next,
    put: (event) =>
      void events.set(event.id, { ...events.get(event.id), ...event, etag: stamp(), status: "confirmed" }),
    deleteByHand(id) {
      Object.assign(events.get(id) ?? {}, { status: "cancelled", etag: stamp() });
    },
    clear: () => events.clear(),
    holdRooms(isHeld) {
      state.holdsRooms = isHeld;
      if (!isHeld) for (const event of events.values()) giveRoom(event);
    },
    failRoom(id) {
      const request = events.get(id)?.conferenceData?.createRequest;
      if (request) request.status.statusCode = "failure";
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A patch replaces what it names; null takes it away. */
function merged(before: FakeTime, after: FakeTime = {}): FakeTime {
  return Object.fromEntries(Object.entries({ ...before, ...after }).filter(([, value]) => value !== null));
}

/** Either both with a time, or both with a day; not backward. */
function isSpan({ start, end }: Pick<FakeEvent, "start" | "end">): boolean {
  if (start.date || end.date) return !start.dateTime && !end.dateTime;
  return Date.parse(start.dateTime ?? "") <= Date.parse(end.dateTime ?? "");
}

function error(response: ServerResponse, code: number, reason: string): void {
  const domain = "global";
  json(response, code, { error: { code, message: "No", errors: [{ domain, reason, message: "No" }] } });
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}
