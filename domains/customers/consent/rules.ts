import {
  type ConsentKind,
  type ConsentScope,
  type ConsentSource,
  type ConsentStateName,
  type ConsentView,
  consentViews,
} from "./contract.ts";

/** The part of a ledger entry that decides the consent status. */
export interface LedgerEntry {
  readonly id: number;
  readonly event: ConsentKind;
  /** Default: marketing. */
  readonly scope?: ConsentScope;
  /** The import that attested it or withdrew it. */
  readonly upload_id?: number | null;
  /** The `asked` event that was dismissed, or the opt-out that was taken back. */
  readonly decides?: number | null;
}

/** The consent status that follows from a phone's ledger. */
export interface ConsentStatus {
  readonly state: ConsentStateName;
  /** Nothing may be sent to the phone. */
  readonly suppressed: boolean;
  readonly marketable: boolean;
  /** The id of the entry that staff have to decide. */
  readonly question: number | undefined;
}

/**
 * Derives a phone's status from its entries, newest first. Only `granted` lifts `revoked`; a question stays open until
 * dismissed, granted or revoked. Agreeing on a website doesn't prove the phone, so it changes nothing.
 */
export function consentStatus(lines: readonly LedgerEntry[]): ConsentStatus {
  let state: "unknown" | "granted" | "attested" | "revoked" = "unknown";
  let question: number | undefined;
  for (const line of [...lines].reverse()) {
    if (line.scope === "conversation" || isRestored(line, lines)) continue;
    if (line.event === "granted" || line.event === "revoked") {
      state = line.event;
      question = undefined;
    }
    if (line.event === "attested" && state !== "revoked" && !isTakenBack(line, lines)) state = "attested";
    if (line.event === "asked" && state !== "revoked") question = line.id;
    if (line.event === "dismissed" && question !== undefined && question <= (line.decides ?? line.id)) {
      question = undefined;
    }
  }
  const suppressed = state === "revoked";
  const marketable = question === undefined && (state === "granted" || state === "attested");
  return { state: question === undefined ? state : "asked", suppressed, marketable, question };
}

function isTakenBack(attested: LedgerEntry, lines: readonly LedgerEntry[]): boolean {
  const upload = attested.upload_id ?? null;
  return lines.some(
    ({ event, id, upload_id }) => event === "withdrawn" && id > attested.id && (upload_id ?? null) === upload,
  );
}

/** Whether staff took this opt-out back. */
const isRestored = (optOut: LedgerEntry, lines: readonly LedgerEntry[]): boolean =>
  optOut.event === "revoked" && lines.some(({ event, decides }) => event === "restored" && decides === optOut.id);

/** Hours within which staff may take back an opt-out that they recorded themselves. */
export const takeBackHours = 24;

/** An opt-out as far as it says who wanted it. No one of the team opts an email address out. */
export interface OptOut {
  readonly channel: "sms" | "email";
  readonly source: string;
  /** The question that it answers: then the person's own words asked for it. */
  readonly decides: number | null;
  readonly at: Date;
}

/** Until when staff may take an opt-out back without new consent; undefined for one that wasn't their own click. */
export function takeBackUntil({ channel, source, decides, at }: OptOut): Date | undefined {
  if (channel !== "sms" || source !== "staff" || decides !== null) return undefined;
  return new Date(at.getTime() + takeBackHours * 3_600_000);
}

/** A phone's opt-outs that hold now, from its entries, newest first. */
export function openOptOuts<Entry extends LedgerEntry>(lines: readonly Entry[]): Entry[] {
  const lifted = lines.findIndex(({ event, scope }) => event === "granted" && scope !== "conversation");
  const since = lifted === -1 ? lines : lines.slice(0, lifted);
  return since.filter((line) => line.event === "revoked" && line.scope !== "conversation" && !isRestored(line, lines));
}

/** Until when all of these opt-outs may be taken back at `now`; undefined when one of them may not. */
export function takeAllBackUntil(optOuts: readonly OptOut[], now: Date): Date | undefined {
  const ends = optOuts.map(takeBackUntil);
  const first = ends.map((end) => end?.getTime() ?? 0).sort((one, other) => one - other)[0];
  return first !== undefined && first > now.getTime() ? new Date(first) : undefined;
}

/** True when opting in takes evidence: the customer certainly or probably asked not to be texted. */
export function needsEvidence({ suppressed, question }: ConsentStatus): boolean {
  return suppressed || question !== undefined;
}

/** Combines the statuses of a customer's phones, their own first: the strictest wins. */
export function strictest([own, ...others]: readonly [ConsentStatus, ...ConsentStatus[]]): ConsentStatus {
  const all = [own, ...others];
  const questions = all.flatMap(({ question }) => question ?? []);
  const suppressed = all.some((one) => one.suppressed);
  const question = questions.length > 0 ? Math.max(...questions) : undefined;
  const state = suppressed ? "revoked" : question === undefined ? own.state : "asked";
  return { state, suppressed, question, marketable: own.marketable && !suppressed && question === undefined };
}

/** The states that people see as one. */
export const statesOfView: Record<ConsentView, readonly ConsentStateName[]> = {
  in: ["granted", "attested"],
  none: ["unknown", "asked"],
  out: ["revoked"],
};

/** What people see of a consent state: one of three. */
export const consentView = (state: ConsentStateName): ConsentView =>
  consentViews.find((view) => statesOfView[view].includes(state)) ?? "none";

export const viewInWords: Record<ConsentView, string> = {
  in: "Opted in",
  none: "No consent yet",
  out: "Opted out",
};

/** The entry that a state follows from: the newest that says it, except attestations withdrawn since. */
export function decidingEntry<Entry extends LedgerEntry>(
  state: ConsentStateName,
  lines: readonly Entry[],
): Entry | undefined {
  if (state === "unknown") return undefined;
  return lines.find(
    (line) =>
      line.event === state &&
      line.scope !== "conversation" &&
      !isRestored(line, lines) &&
      !(state === "attested" && isTakenBack(line, lines)),
  );
}

export const kindInWords: Record<ConsentKind, string> = {
  granted: "Opted in",
  revoked: "Opted out",
  attested: "Consent attested",
  asked: "Asked not to be texted?",
  dismissed: "Not a request to stop",
  withdrawn: "Confirmation withdrawn",
  requested: "Asked for offers; not confirmed by text yet",
  restored: "Opt-out undone",
};

/** What an entry says: one who only agreed to a conversation opted in to nothing else. */
export const entryInWords = ({ event, scope }: Pick<LedgerEntry, "event" | "scope">) =>
  scope === "conversation" ? "Agreed to get a reply by text" : kindInWords[event];

/** How staff know what they recorded, or why they took it back. */
export const evidenceInWords = ({ event, evidence }: { readonly event: ConsentKind; readonly evidence: string }) =>
  `${event === "restored" ? "Reason" : "Evidence"}: ${evidence}`;

export const sourceInWords: Record<ConsentSource, string> = {
  keyword: "by text",
  message: "in a text, in their own words",
  staff: "by staff",
  import: "with an import",
  widget: "on the website",
  form: "in a form",
  carrier: "reported by the carrier",
  campaign: "with a campaign",
  invite: "with a review invite",
  inquiry: "with an inquiry",
};

/** Where a state came from, in short: "Keyword STOP". Empty when nothing says so. */
export function originInWords(state: ConsentStateName, entry: DecidingEntry | undefined): string {
  if (state === "unknown") return "You can reply but not market";
  if (state === "asked") return "Asked to stop?";
  if (!entry) return "";
  const { source, words, by, file_name } = entry;
  if (source === "keyword") return words.length <= shortWords ? `Keyword ${words}` : "By text";
  if (source === "staff") return by === "" ? "By your team" : `By ${by}`;
  if (source === "import") return file_name === "" ? "With an import" : `Import ${file_name}`;
  return origins[source];
}

/** The part of a ledger entry that says where a state came from. */
export interface DecidingEntry {
  readonly source: ConsentSource;
  readonly words: string;
  readonly by: string;
  readonly file_name: string;
}

const shortWords = 20;

const origins = {
  message: "In their own words",
  widget: "On the website",
  form: "In a form",
  carrier: "Reported by the carrier",
  campaign: "With a campaign",
  invite: "With a review invite",
  inquiry: "With an inquiry",
} as const;

const states: Record<ConsentStatus["state"], string> = {
  unknown: "No consent is on record. Marketing texts are not sent to this phone.",
  granted: "Opted in: this customer agreed to be texted.",
  attested: "Your team confirmed this customer's consent.",
  asked: "Marketing is paused: the customer may have asked not to be texted. Your team needs to review it.",
  revoked: "Opted out: no texts are sent to this phone.",
};

/** A state in a sentence, with where a consent was attested. */
export function stateInWords(
  state: ConsentStatus["state"],
  entry: Pick<DecidingEntry, "source" | "file_name"> | undefined,
): string {
  if (state !== "attested" || !entry) return states[state];
  const { source, file_name } = entry;
  const where = source === "import" && file_name !== "" ? `with the import of ${file_name}` : sourceInWords[source];
  return `Consent was attested ${where}.`;
}
