/*
 * A calendar file as lines and components, read so that one odd line costs itself alone: programs break lines in the wrong
 * place, forget quotation marks and end lists with commas.
 */

/** `DTSTART;TZID=America/New_York:20261203T140000`, taken apart. */
export interface CalendarLine {
  /** In capitals, as the parameters' names. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
  /** Where it begins in the file, from 1. */
  readonly at: number;
}

export interface CalendarComponent {
  readonly name: string;
  readonly lines: readonly CalendarLine[];
  readonly parts: readonly CalendarComponent[];
  /** Lines of it that say nothing: the first of them. */
  readonly odd: OddLine | undefined;
}

export interface OddLine {
  readonly text: string;
  readonly at: number;
}

const maxDepth = 20;

/** None of these holds another. */
const entryNames: ReadonlySet<string> = new Set(["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]);

/**
 * The components of a file, at any depth. An unclosed component ends with the one around it, an unclosed entry where the
 * next entry begins.
 */
export function readComponents(text: string): CalendarComponent {
  interface OpenComponent {
    readonly name: string;
    readonly lines: CalendarLine[];
    readonly parts: CalendarComponent[];
    odd: OddLine | undefined;
  }
  const open = (name: string): OpenComponent => ({ name, lines: [], parts: [], odd: undefined });
  const root = open("");
  const path = [root];
  for (const [at, raw] of unfold(text)) {
    const top = path.at(-1) ?? root;
    const line = readLine(raw, at);
    if (!line) {
      if (raw.trim() !== "") top.odd ??= { text: raw.trim().slice(0, 60), at };
    } else if (line.name === "BEGIN") {
      if (path.length > maxDepth) throw new Error("The calendar is nested too deeply");
      const part = open(line.value.trim().toUpperCase());
      const unclosed = entryNames.has(part.name) ? path.findIndex(({ name }) => entryNames.has(name)) : -1;
      if (unclosed > 0) path.length = unclosed;
      (path.at(-1) ?? root).parts.push(part);
      path.push(part);
    } else if (line.name === "END") {
      const name = line.value.trim().toUpperCase();
      const depth = path.findLastIndex((part) => part.name === name);
      if (depth > 0) path.length = depth;
    } else top.lines.push(line);
  }
  return root;
}

/** Lines with what was broken off them (RFC 5545, 3.1), with the number of the first. */
function* unfold(text: string): Generator<readonly [at: number, line: string]> {
  let pending: string[] = [];
  let began = 1;
  let at = 0;
  for (const line of text.split(/\r\n|\n|\r/)) {
    at += 1;
    if (/^[ \t]/.test(line) && pending.length > 0) {
      pending.push(line.slice(1));
      continue;
    }
    if (pending.length > 0) yield [began, pending.join("")];
    [pending, began] = [[line], at];
  }
  if (pending.length > 0) yield [began, pending.join("")];
}

const opening = /^([A-Za-z0-9-]{1,80})([;:])/;

function readLine(raw: string, at: number): CalendarLine | undefined {
  const [start = "", name = "", mark] = opening.exec(raw) ?? [];
  if (name === "") return undefined;
  const parameters = new Map<string, string>();
  if (mark === ":") return { name: name.toUpperCase(), parameters, value: raw.slice(start.length), at };
  const end = endOfParameters(raw, start.length);
  if (end === undefined) return undefined;
  for (const [, key = "", quoted, plain = ""] of raw
    .slice(start.length, end)
    .matchAll(/(?:^|;)([A-Za-z0-9-]{1,60})=(?:"([^"]{0,500})"|([^;]{0,500}))/g))
    if (!parameters.has(key.toUpperCase())) parameters.set(key.toUpperCase(), quoted ?? plain);
  return { name: name.toUpperCase(), parameters, value: raw.slice(end + 1), at };
}

const timeValue = /:\s*(?:\d{8}(?:T\d{4,6}Z?)?[\d,;/TZPDHMSW+-]*)\s*$/;

/** The colon before the value. A name of a zone may hold one without its quotation marks; a time holds none. */
function endOfParameters(raw: string, from: number): number | undefined {
  if (/^(?:DT|RDATE|EXDATE|RECURRENCE-ID)/i.test(raw) && !raw.includes('"')) {
    const found = timeValue.exec(raw.slice(from))?.index;
    if (found !== undefined) return from + found;
  }
  let isQuoted = false;
  for (let index = from; index < raw.length; index++) {
    const sign = raw[index];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ":" && !isQuoted) return index;
  }
  return undefined;
}
