import { parsePhone, phoneProblem, toE164 } from "#core/phone.ts";
import { forbidsTexting } from "../optOutCells/rules.ts";

/** A phone as a cell has it: dialable, or why not. */
type CellPhone = { readonly phone: string; readonly reason: "" } | { readonly phone?: never; readonly reason: string };

const maxShown = 40;

/**
 * The phone of a spreadsheet's cell, which may have a note, a second number, or what a program made of it:
 * `9095552046.0`, `="9095552047"`, `C: 909-555-2053`, `(909) 555-2010 ::: (909) 555-2011`. The first that can be texted and
 * called counts.
 *
 * @param cell trimmed, without formulas' apostrophes.
 */
export function readCellPhone(cell: string, allowed: readonly string[] = []): CellPhone {
  const plain = usable(parsePhone(cell), allowed);
  if (plain) return plain;
  const text = cell
    .slice(0, 200)
    .normalize("NFKC")
    .replace(/[\uFFFD\u200b]/g, " ")
    .trim();
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  let reason = "";
  for (const candidate of candidatesOf(text)) {
    const number = parsePhone(tidyNumber(candidate)) ?? toE164(tidyNumber(candidate));
    const found = usable(number, allowed);
    if (found) return found;
    reason ||= reasonOf(candidate, number, allowed, shown);
  }
  return { reason: reason || `Phone number ${shown} is not a US number` };
}

function usable(phone: string | undefined, allowed: readonly string[]): CellPhone | undefined {
  return phone !== undefined && phoneProblem(phone, allowed) === undefined ? { phone, reason: "" } : undefined;
}

/** What is written beside a number, as `DNC` in `DNC 909-555-2053`; empty where it only says whose or which phone it is. */
export function noteOfCell(cell: string): string {
  if (!/\p{L}/u.test(cell)) return "";
  const words = wordsOfCell(cell);
  return plainNote.test(words) ? "" : words;
}

const wordsOfCell = (cell: string) =>
  cell
    .slice(0, 200)
    .normalize("NFKC")
    .replace(/\d\s*(?:ext(?:ension|n)?|x)\.?\s*\d+/gi, " ")
    .replace(/[^\p{L}'’\s-]+/gu, " ")
    .replace(/(^|\s)[-'’]+|[-'’]+(?=\s|$)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

const plainNote =
  /^(?:(?:cell\w*|mobile|mobil|mob|home|house|hm|work|wk|business|office|text|texts|sms|main|primary|other|alt\w*|day|daytime|evening|eve|night|landline|direct|number|num|no|nr|phone|ph|tel\w*|iphone|preferred|best|or|and|us|usa|ok|yes|[a-z])(?:\s|-|$))*$/i;

/** A cell that forbids texting forbids it to its person, also with a `call`: who asked for no calls is no less opted out. */
const forbidsCell = (cell: string) =>
  /\p{L}/u.test(cell) &&
  (forbidsTexting(wordsOfCell(cell)) ||
    /\b(?:do not|don['’]?t|never|no) calls?\b|\bstop(?:ped)?\b|\bremove(?:d)?\b|\bblocked\b/i.test(cell));

/** What stands between separators, a part named a cell phone's first and one named a home's or a workplace's last; or the whole cell. */
function candidatesOf(text: string): string[] {
  const parts = text.split(/\s*(?::::|[;|\n,&]|\s\/\s|\sor\s|\sand\s)\s*/i).filter((part) => /\d/.test(part));
  if (parts.length < 2) return [text];
  return [...parts.toSorted((one, other) => rankOfPart(one) - rankOfPart(other)), text];
}

function rankOfPart(part: string): number {
  if (/\b(?:cell\w*|mobile|mob|text|sms)\b|(?:^|\()\s*[cm]\s*[:.)]/i.test(part)) return 0;
  return /\b(?:home|house|work|office|landline|fax)\b|(?:^|\()\s*[hwo]\s*[:.)]/i.test(part) ? 2 : 1;
}

/** `="9095552047"` → `9095552047`, `C: 909-555-2053 (cell)` → `909-555-2053`, `011 1 909 555 2050` → `1 909 555 2050` */
function tidyNumber(candidate: string): string {
  return candidate
    .trim()
    .replace(/^=?\s*"+([^"]*)"+$/, "$1")
    .replace(/^(\d{10,11})\.0*$/, "$1")
    .replace(/\([^()\d]*\)/g, " ")
    .replace(/^[a-z][a-z .#'’/-]{0,40}[:#.!,-]*\s*(?=[+(\d])/i, "")
    .replace(/(\d)\s*[-–—,*:!]*\s*(?!(?:x|ext\w*)\b)[a-z][a-z '’.!-]{0,60}$/i, "$1")
    .replace(/^(?:\+?\s*00|011)[\s.-]*1?[\s.-]*(?=\(?[2-9])/, "+1 ")
    .trim();
}

/** An extension after a number: `ext. 12`, `x12`, `#12`. */
const extension = /\d[\s.,;)(-]*(?:ext(?:ension|n)?|x|#)\s*[.:#]?\s*\d{1,6}$/i;
const scientific = /^\d(?:[.,]\d+)?e\+?\d+$/i;

function reasonOf(candidate: string, number: string | undefined, allowed: readonly string[], shown: string): string {
  if (extension.test(candidate)) return `Phone number ${shown} has an extension, which can't be texted`;
  if (scientific.test(candidate.replace(/\s/g, "")))
    return `Excel has shortened this number: ${shown}. Format the column as text`;
  const digits = candidate.replace(/\D/g, "");
  if (/^0+$/.test(digits)) return `Phone number ${shown} is not a US number`;
  if (digits.startsWith("0") && digits.length >= 10)
    return `Phone number ${shown} starts with 0, which no US number does`;
  const problem = number && phoneProblem(number, allowed);
  return problem ? `Phone number ${shown}: ${problem[0]?.toLowerCase()}${problem.slice(1)}` : "";
}

/** What a file calls a phone that gets texts, and one that may not: `Mobile`, `* Home`, `work`. */
export function rankOfPhoneType(type: string): number {
  if (/mobile|cell|iphone|text|sms/i.test(type)) return 0;
  return /fax|pager/i.test(type) ? 3 : 1;
}

const isFax = (cell: string) => /\b(?:tele)?fax\b|\bpager\b/i.test(cell);

/** A phone of a row, before it is known which one is used. */
export interface RowPhone {
  readonly cell: string;
  readonly rank: number;
  readonly label: string;
}

interface ChosenPhone {
  /** E.164; undefined when none of them can be used. */
  readonly phone: string | undefined;
  /** What the row's first phone says. */
  readonly typed: string;
  /** Why there is none. */
  readonly reason: string;
  /** Why one before it isn't used. */
  readonly passed: string;
  /** What is said of words beside the number. */
  readonly note: string;
  /** The words that forbid to text it. */
  readonly forbids: string;
}

/**
 * The first phone of a row that can be used, in the order of their ranks, a fax machine's last. Empty cells don't count.
 * What is written in place of a phone holds for the one that is used.
 */
export function choosePhone(phones: readonly RowPhone[], allowed?: readonly string[]): ChosenPhone {
  const rankOf = ({ cell, rank }: RowPhone) => rank + (isFax(cell) && !/[;|\n,&/]/.test(cell) ? 10 : 0);
  const given = phones.length > 1 ? phones.toSorted((one, other) => rankOf(one) - rankOf(other)) : phones;
  const typed = given[0]?.cell ?? "";
  let passed = "";
  for (const chosen of given) {
    const read = readCellPhone(chosen.cell, allowed);
    if (read.phone !== undefined) {
      const forbidden = [chosen, ...given.filter(({ cell }) => !/\d{3}/.test(cell))].find(({ cell }) =>
        forbidsCell(cell),
      );
      const forbids = forbidden ? `${forbidden.label}: ${forbidden.cell}`.slice(0, 200) : "";
      return { phone: read.phone, typed, reason: "", passed, note: noteOn(chosen, forbids), forbids };
    }
    passed ||= read.reason;
  }
  return { phone: undefined, typed, reason: passed || "Phone number is missing", passed: "", note: "", forbids: "" };
}

function noteOn({ cell, label }: RowPhone, forbids: string): string {
  const note = noteOfCell(cell);
  const shown = note.length > maxShown ? `${note.slice(0, maxShown)}…` : note;
  if (forbids) return `${forbids.slice(0, 80)}: this phone is opted out of texts`;
  return note ? `${label} has words beside the number, which are left out: ${shown}` : "";
}
