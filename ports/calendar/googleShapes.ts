import * as z from "zod/mini";
import type { BusySpan, CalendarEvent, EventRoom } from "./calendar.ts";

/* What Google answers about calendars. What we don't need may be absent, and what we don't know may be added. */

const text = z.catch(z.string(), "");

const Conference = z.object({
  createRequest: z.optional(z.object({ status: z.optional(z.object({ statusCode: text })) })),
  entryPoints: z.catch(z.array(z.object({ entryPointType: text, uri: text })), []),
});

export const eventShape = z.object({
  etag: text,
  /** `cancelled`: deleted, by whomever. */
  status: text,
  hangoutLink: text,
  conferenceData: z.optional(Conference),
});
export type GoogleEvent = z.infer<typeof eventShape>;

/** An event in Google's form. @param isNew nothing has to be replaced. */
export function eventBody(event: CalendarEvent, isNew: boolean): object {
  const { title, description, location, start, end, zone, roomRequest } = event;
  // An event that somebody made last all day keeps its day besides, unless that is taken away.
  const at = (time: Date) => ({
    dateTime: time.toISOString(),
    timeZone: zone,
    ...(!isNew && { date: null }),
  });
  return {
    ...(isNew && { id: event.id }),
    summary: title,
    description,
    location,
    start: at(start),
    end: at(end),
    ...(roomRequest !== "" && {
      conferenceData: {
        createRequest: { requestId: roomRequest, conferenceSolutionKey: { type: "hangoutsMeet" } },
      },
    }),
  };
}

/** The Meet room of an event. */
export function roomOf({ hangoutLink, conferenceData }: GoogleEvent): EventRoom {
  const video = conferenceData?.entryPoints.find(({ entryPointType }) => entryPointType === "video")?.uri;
  const url = video || hangoutLink;
  if (url) return { state: "ready", url };
  const code = conferenceData?.createRequest?.status?.statusCode;
  if (code === undefined) return { state: "none" };
  return { state: code === "failure" ? "failed" : "pending" };
}

const Span = z.object({ start: z.string(), end: z.string() });

/** Free and busy times of the calendars that were asked for: of one. */
export const timesShape = z.pipe(
  z.object({
    calendars: z.record(
      z.string(),
      z.object({ busy: z.catch(z.array(Span), []), errors: z.catch(z.array(z.object({ reason: text })), []) }),
    ),
  }),
  z.transform(({ calendars }) => {
    const all = Object.values(calendars);
    return {
      isKnown: all.length > 0 && all.every(({ errors }) => errors.length === 0),
      busy: all.flatMap(({ busy }) => busy.flatMap(spanOf)),
    };
  }),
);

function spanOf({ start, end }: z.infer<typeof Span>): BusySpan[] {
  const span = { start: new Date(start), end: new Date(end) };
  return span.end.getTime() > span.start.getTime() ? [span] : [];
}
