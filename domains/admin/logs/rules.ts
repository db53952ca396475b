/** An entry of an audit trail with the names of those whom it is about. */
export interface Noted {
  readonly action: string;
  readonly subject: string;
  readonly subject_id: number | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string;
  readonly person: string | null;
  /** The business whose trail it is; null for the platform's own. */
  readonly business: string | null;
  /** The person is the platform's. */
  readonly isOperator: boolean;
  /** Who or what it was done to, where it has a name and is somebody else. */
  readonly target: string | null;
}

/** Actions that say by themselves what they were done to. */
const complete =
  /^(signed|was refused to sign in|gave a wrong code|changed the (password|name|photo)|removed the photo|ended (a session|all))/;
/** What is said of the subject, and not of whoever did it. */
const ofSubject = /^(was |is |got |proof of )/;

/** One sentence as a person would say it: "Ann Lee (Hill Motors) deleted customer 12 from 10.0.0.1". */
export function sentenceOf(entry: Noted): string {
  const { action, subject, ip, detail } = entry;
  const who = `${entry.person ?? "The system"}${businessOf(entry)}`;
  const what = subject === "account" ? "the account" : thing(entry);
  const done =
    complete.test(action) && !entry.target
      ? `${who} ${action}`
      : ofSubject.test(action)
        ? `${capital(what)} ${action}, by ${who}`
        : `${who} ${action} ${what}`;
  const more = detailOf(detail);
  return `${done}${more && ` (${more})`}${ip && ` from ${ip}`}`;
}

function businessOf({ business, isOperator, person }: Noted): string {
  if (business === null) return isOperator ? " (Rooftop)" : "";
  // The operator acts upon a business, and belongs to none; neither does what happens by itself.
  return isOperator || person === null ? ` for ${business}` : ` (${business})`;
}

function thing({ subject, subject_id, target }: Noted): string {
  if (target) return `${subject} ${target}`;
  return subject_id === null ? subject : `${subject} ${subject_id}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What else was noted: short values only, ids and empty ones left out. */
function detailOf(detail: Readonly<Record<string, unknown>>): string {
  return Object.entries(detail)
    .filter(([name, value]) => !name.endsWith("_id") && value !== "" && value !== null && typeof value !== "object")
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${String(value)}`)
    .join(", ");
}
