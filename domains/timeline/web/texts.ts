import { countText } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import { formatDuration } from "#core/web/time/duration.ts";
import type { EntryKind, TimelineEntry } from "../contract.ts";

/** What a customer's timeline says. */
export const timelineTexts = {
  title: "Timeline",
  recent: "Recent",
  all: "All",
  kinds: {
    text: "Texts",
    call: "Calls",
    email: "Email",
    note: "Notes",
    task: "Tasks",
    appointment: "Appointments",
    campaign: "Campaigns",
    review: "Reviews",
    lead: "Lead",
    consent: "Consent",
  } satisfies Record<EntryKind, string>,
  noneOf: {
    text: "No texts yet",
    call: "No calls yet",
    email: "No email yet",
    note: "No notes yet",
    task: "No tasks yet",
    appointment: "No appointments yet",
    campaign: "No campaigns yet",
    review: "No reviews yet",
    lead: "No leads yet",
    consent: "No consent changes yet",
  } satisfies Record<EntryKind, string>,
  filters: "Show on the timeline",
  filterHint: "Shift+click adds",
  search: "Search the timeline",
  closeSearch: "Close search",
  jump: "Jump to date",
  latest: "Back to latest",
  nothing: "Nothing here yet. Texts, calls and visits appear as they happen.",
  noMatch: "No matching records found",
  clear: "Clear filters",
  loading: "Loading the timeline",
  failed: "Couldn't load the timeline",
  failedCounts: "Couldn't load what's coming up",
  retry: "Try again",
  more: "Show older",
  coming: "Coming up",
  today: "Today",
  yesterday: "Yesterday",
  open: "Open timeline",
  you: "You",
  team: "Your team",
  theCustomer: "The customer",
  showMore: (count: number) => `Show ${countText(count)} more`,
  showLess: "Show less",
  otherPhone: (phone: string, isOwn: boolean) => `${isOwn ? "to" : "from"} ${phone}`,
  failedText: "Failed",
  deletedText: "This message was deleted",
  files: (count: number) => (count === 1 ? "1 file" : `${countText(count)} files`),
  automatic: "Automatic",
  actionsOf: (what: string) => `Actions for ${what}`,
  edit: "Edit",
  remove: "Delete",
  openInInbox: "Open in conversation",
  openLead: "Open lead",
  reply: "Reply",
  save: "Save",
  cancel: "Cancel",
  removeNote: {
    title: "Delete this note?",
    text: "It's deleted for the whole team. This can't be undone.",
    action: "Delete",
  },
  editNote: "Edit note",
  play: (what: string) => `Play ${what}`,
  pause: (what: string) => `Pause ${what}`,
  position: "Position",
  speed: (rate: number) => `${rate}×`,
  speedOf: (rate: number) => `Speed: ${rate}×`,
  download: "Download",
  unplayable: "This can't be played right now. Reload the page.",
  markDone: (task: string) => `Mark as done: ${task}`,
  reopen: (task: string) => `Reopen: ${task}`,
  taskFor: (assignee: string) => (assignee === "" ? "Unassigned" : `Task for ${assignee}`),
  dismissed: "Dismissed",
  doneBy: (who: string) => `Done by ${who === "You" ? "you" : who}`,
  noteBy: (who: string) => (who === "You" ? "Your note" : `${who}’s note`),
  lead: "Lead",
  textsWith: (customer: string, time: string) => `Texts with ${customer}, ${time}`,
  duration: (seconds: number) => formatDuration(seconds),
  invitationEmailed: "Calendar invitation emailed",
  emailStates: {
    sent: (to: string) => `to ${to}`,
    waiting: (to: string) => `Sending to ${to}`,
    sending: (to: string) => `Sending to ${to}`,
    failed: (to: string) => `Couldn't be sent to ${to}`,
    bounced: (to: string) => `Came back from ${to}`,
    unknown: (to: string) => `May not have reached ${to}`,
  },
  reviewOn: (site: string) => `Review on ${site}`,
  invitedToReview: (who: string) => `${who} asked for a review`,
  invitedBy: { sms: "by text", email: "by email" },
  scheduled: "Scheduled text",
  confirmed: "Confirmed",
} as const;

/** What the writing field says. */
export const writingTexts = {
  textTo: (name: string) => `Text ${name}…`,
  modes: { text: "Text", note: "Note", email: "Email", task: "Task", call: "Log call" },
  note: "Write a note. Customers never see it.",
  task: "What needs to be done?",
  due: "Due",
  send: "Send",
  addNote: "Add note",
  addTask: "Add task",
  write: "Write to the customer",
  optedOut: "Opted out. Call or email.",
  more: "More ways to write",
  inInbox: "Open chat",
} as const;

export const whoDid = ({ is_mine, by }: Pick<TimelineEntry, "is_mine" | "by">): string =>
  is_mine ? timelineTexts.you : by || timelineTexts.team;

/** A call in a sentence's beginning and its rest: "Nora called", ", you answered". */
export function callText(entry: Pick<TimelineEntry, "is_mine" | "by" | "call">, customer: string): [string, string] {
  const { call } = entry;
  if (!call) return ["", ""];
  const who = whoDid(entry);
  if (call.direction === "outgoing") {
    if (call.outcome === "ringing") return [`${who} calling`, ""];
    if (call.outcome === "unplaced") return [`${who} tried to call`, ""];
    return [`${who} called`, call.outcome === "answered" ? "" : ", no answer"];
  }
  switch (call.outcome) {
    case "ringing":
      return [`${customer} is calling`, ""];
    case "voicemail":
      return [`${customer} left a voicemail`, ""];
    case "answered":
      return [
        `${customer} called`,
        entry.by === "" && !entry.is_mine ? ", answered" : `, ${entry.is_mine ? "you" : entry.by} answered`,
      ];
    default:
      return [`Missed call from ${customer}`, ""];
  }
}

const consentWords = {
  granted: "Opted in",
  attested: "Opted in",
  revoked: "Opted out",
  asked: "May have asked to stop",
  dismissed: "Stop request dismissed",
  withdrawn: "Consent withdrawn with its import",
  requested: "Asked for offers",
  restored: "Opt-out undone",
  unsubscribed: "Unsubscribed from email",
  resubscribed: "Subscribed to email again",
  bounced: "Email bounced",
  complained: "Marked an email as spam",
} satisfies Record<NonNullable<TimelineEntry["consent"]>["event"], string>;

const sourceWords = {
  "": "",
  keyword: "by text",
  message: "by text",
  staff: "",
  import: "by import",
  widget: "on your website",
  form: "by web form",
  carrier: "at the carrier",
  campaign: "with a campaign",
  invite: "with a review invite",
  inquiry: "with an inquiry",
} satisfies Record<NonNullable<TimelineEntry["consent"]>["source"], string>;

/** A change of consent, and where it came from. */
export function consentText(entry: TimelineEntry): [string, string] {
  const { consent } = entry;
  if (!consent) return ["", ""];
  const by = entry.is_mine ? "by you" : entry.by === "" ? "" : `by ${entry.by}`;
  return [consentWords[consent.event], sourceWords[consent.source] || by];
}

/** What became of a campaign's text or email. */
export function campaignText({
  channel,
  state,
  opened,
  clicked,
  replied,
}: NonNullable<TimelineEntry["campaign"]>): string {
  const states = {
    pending: "waiting",
    intended: "sending",
    accepted: "sending",
    sent: "sent",
    delivered: "delivered",
    failed: "failed",
    unknown: "sent",
    skipped: "skipped",
  } as const;
  const what = channel === "sms" ? "Text campaign" : "Email campaign";
  const facts = [states[state], opened && "opened", clicked && "clicked", replied && "replied"];
  return `${what} · ${facts.filter(Boolean).join(", ")}`;
}

/** How a lead came or moved; the first part names who or what did it. */
export function leadReceivedText({ source, vehicle }: NonNullable<TimelineEntry["lead"]>): string {
  return [source === "" ? "" : `from ${source}`, vehicle].filter((part) => part !== "").join(", ");
}

export const phoneWords = (phone: string | null): string => (phone === null ? "" : formatPhone(phone));
