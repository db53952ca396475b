import type { Dispatcher } from "undici";
import { headerText, isPacked, isPublicWebAddress, openPublicPage, publicInternet } from "../publicAddress.ts";
import type { CalendarAnswer, CalendarQuery, Calendars, CalendarTimes, UnreadEntries } from "./calendar.ts";
import { parseCalendar } from "./parseCalendar.ts";

/** How a test reaches calendars on its own machine. */
export interface CalendarNetwork {
  readonly accepts: (url: string) => boolean;
  readonly dispatcher: Dispatcher;
}

export interface PublicFeedSettings {
  readonly network?: CalendarNetwork;
  /** Milliseconds for the whole answer, and of processor time for reading it; shorter in tests. */
  readonly timeout?: number;
  readonly parseTimeout?: number;
  /** Reads the files, by default in a thread of their own; tests of what is in them do without it. */
  readonly parse?: typeof parseCalendar;
}

const maxBytes = 2 * 1024 * 1024;
const maxRedirects = 3;

const notFound = "We couldn't open this address. Copy the calendar's secret address in iCal format again.";
const notAnswering =
  "This calendar's server isn't answering properly. We keep what we read before, and try again in 15 minutes.";
const notCalendar = "This address isn't a calendar. Copy the calendar's secret address in iCal format.";
const unknownZone = (names: readonly string[]) =>
  `We don't know this calendar's time zone (${names.join(", ")}), so we read its times as UTC. Select a city's time zone in your calendar's settings.`;
const monthDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const placeOf = ({ day, line }: UnreadEntries) =>
  `${day ? `${monthDay.format(new Date(day))}, ` : ""}line ${line} of the file`;
const unreadEntries = (unread: UnreadEntries) =>
  `${unread.count === 1 ? "1 entry could not be read" : `${unread.count} entries could not be read`} in full (${unread.count === 1 ? "" : "the first: "}${placeOf(unread)}). Everything else is up to date.`;
const exhaustedEntries = (exhausted: UnreadEntries) =>
  `${exhausted.count === 1 ? "1 repeating entry has" : `${exhausted.count} repeating entries have`} too many dates to read, so some may be missing (${placeOf(exhausted)}).`;
const tooLarge = "This calendar is too large. Use one with at most 2 MB.";

/** Reads calendar files from the public internet: never from this machine's own network, whatever a name or a redirect says. */
export function createPublicFeed({
  network,
  timeout = 10_000,
  parseTimeout = 5_000,
  parse = parseCalendar,
}: PublicFeedSettings = {}): Calendars {
  const accepts = network?.accepts ?? isPublicWebAddress;
  let dispatcher: Promise<Dispatcher> | undefined;

  async function busy(query: CalendarQuery): Promise<CalendarAnswer> {
    const signal = AbortSignal.timeout(timeout);
    const answer = await openPublicPage({
      url: query.url,
      headers: { accept: "text/calendar", ...(query.etag && { "if-none-match": query.etag }) },
      maxRedirects,
      toAddress: (url) => (accepts(url) ? url : undefined),
      dispatcher: () => {
        dispatcher ??= network ? Promise.resolve(network.dispatcher) : publicInternet(timeout);
        return dispatcher;
      },
      signal,
    });
    return answer ? await readAnswer(answer, query, signal) : { kind: "failed", words: notFound };
  }

  async function readAnswer(
    { statusCode, headers, body }: Dispatcher.ResponseData,
    query: CalendarQuery,
    signal: AbortSignal,
  ): Promise<CalendarAnswer> {
    const packed = isPacked(headers);
    if (statusCode !== 200 || packed || Number(headerText(headers["content-length"])) > maxBytes) {
      await body.dump({ limit: 16_384, signal });
      // Nothing was asked about an earlier version: there is none that it could be the same as.
      if (statusCode === 304 && query.etag !== "") return { kind: "unchanged" };
      if (statusCode >= 500 || statusCode === 429 || statusCode === 408) return { kind: "failed", words: notAnswering };
      return { kind: "failed", words: statusCode !== 200 ? notFound : packed ? notCalendar : tooLarge };
    }
    const text = await readLimited(body);
    if (text === undefined) return { kind: "failed", words: tooLarge };
    // One that was cut off on its way is no calendar: what was read before stays.
    if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) || !/^END:VCALENDAR\s*$/im.test(text))
      return { kind: "failed", words: notCalendar };
    const { from, before, zone } = query;
    const found = await parse(
      { text: text.replace(/^\uFEFF/, "").trim(), from, before, zone },
      { cpuMs: parseTimeout },
    ).catch(() => undefined);
    if (!found) return { kind: "failed", words: notCalendar };
    const warning = warningOf(found);
    return {
      kind: "read",
      busy: found.busy,
      etag: headerText(headers.etag).slice(0, 200),
      ...(warning && { warning }),
    };
  }

  return {
    provider: "feed",
    accepts,
    busy: (query) => busy(query).catch((error: unknown) => ({ kind: "failed", words: wordsOf(error) })),
    stop: async () => (await dispatcher)?.close(),
  };
}

/** A name that leads nowhere is the address's fault, silence is the server's. */
function wordsOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  const isSilence = name === "TimeoutError" || /^(UND_ERR_\w*TIMEOUT|UND_ERR_SOCKET|ECONNRESET)$/.test(code ?? "");
  return isSilence ? notAnswering : notFound;
}

/** What a calendar's owner should know of it; empty when all was read and is certain. */
const warningOf = ({ unknownZones, unread, exhausted }: CalendarTimes) =>
  [
    unread.count > 0 ? unreadEntries(unread) : "",
    exhausted.count > 0 ? exhaustedEntries(exhausted) : "",
    unknownZones.length > 0 ? unknownZone(unknownZones) : "",
  ]
    .filter((words) => words !== "")
    .join(" ");

/** The body's text; undefined when there is too much of it. */
async function readLimited(body: Dispatcher.ResponseData["body"]): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return decodeText(Buffer.concat(chunks));
}

/** UTF-8, or the UTF-16 that its first bytes announce. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.toString("hex", 0, 2);
  return new TextDecoder(mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8").decode(bytes);
}
