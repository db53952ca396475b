import { countText } from "#core/count.ts";
import type { RegistrationField } from "#core/registration.ts";
import type { HeadState, RegistrationEvent } from "../contract.ts";
import type { TrackPart } from "../rules.ts";
import type { RegistrationPlace } from "./registrationPlace.ts";

const numbers = (count: number) => (count === 1 ? "1 number" : `${countText(count)} numbers`);

/** What the registration's screens say. */
export const registrationTexts = {
  title: "Text message registration",
  consentPage: "Consent page",
  viewSubmission: "View submission",

  track: { business: "Business", campaign: "Campaign", numbers: "Numbers", texting: "Texting" } satisfies Record<
    TrackPart,
    string
  >,
  trackStates: { todo: "Not started", running: "In progress", done: "Done", refused: "Refused" },
  meanwhile: {
    incoming: "Incoming texts",
    replies: "Replies from your team",
    campaigns: "Campaigns and reminders",
    arrive: "Arrive",
    mayBlock: "May be blocked",
    blocked: "On hold",
    delivered: "Delivered",
    waiting: "Waiting",
    startLater: "Start when numbers join",
    ready: "Ready",
    held: (count: number) => (count === 1 ? "1 campaign" : `${countText(count)} campaigns`),
    heldShort: (count: number) => `${countText(count)} waiting`,
    heldAt: (location: string, count: number) => `${location} · ${countText(count)}`,
  },
  needsAction: "Needs your attention",
  more: "More",
  start: "Start registration",
  goOn: "Continue registration",
  review: "Review campaigns",
  changeAnswers: "Edit all answers",
  resubmit: "Resubmit",
  allNumbers: "Numbers",
  noNumbers: "You don’t have a number yet. It joins as soon as you do.",
  numberStates: {
    not_needed: "Can text",
    missing: "Not registered",
    pending: "Joining",
    registered: "Registered",
    rejected: "Refused",
    suspended: "Suspended",
  },
  tollFree: "Toll-free",
  verify: "Verify",
  verifyTitle: (phone: string) => `Verify ${phone}`,
  history: "History",
  code: (code: string) => `Code ${code}`,
  whatYouSent: "What you sent",
  newAnswer: "New answer",
  suggested: "Use our suggestion",
  complete: {
    message_flow: "Purpose, frequency, rates, STOP and HELP found",
    description: "Long enough for reviewers",
  },
  changeThis: "Change this and resubmit",
  changeField: (name: string) => `Change ${name}`,
  limit: (segments: number) => `Carrier limit: ${countText(segments)} segments a day`,
  limitAbout:
    "A segment is up to 160 characters, or 70 with emoji. Carriers count campaign texts of your whole business against this limit.",
  checked: (ago: string) => (ago === "now" ? "Checked just now" : `Checked ${ago} ago`),
  suspendedHelp:
    "Carriers suspend texts after complaints or content they don’t allow. Check your last campaigns and your consent records, then contact us. We’ll ask the carriers what they need.",
  suspendedSupport: "Ask the carriers what they need. Texting resumes once they lift the suspension.",
  stuckHelp: "Contact us. Nothing was submitted twice.",
  supportOnly: "Carriers don’t take this one again. Contact us, and we’ll talk to them.",

  password: "Your password",
  submit: "Submit registration",
  submitTitle: "Submit your registration?",
  resubmitTitle: "Resubmit your registration?",
  submitText: (now: string, monthly: string) => `Enter your password to submit. ${now} now, then ${monthly} a month.`,
  resubmitText: (now: string) =>
    now === "" ? "Enter your password to resubmit." : `Enter your password to resubmit. ${now} now.`,
  verifyText: (now: string) =>
    now === "" ? "Enter your password to submit." : `Enter your password to submit. ${now} now.`,
} as const;

/** Each state in a word or two. */
export const badgeTexts: Record<HeadState, string> = {
  not_started: "Not started",
  submitted: "Submitted",
  in_review: "In review",
  refused: "Refused",
  stuck: "On hold",
  approved: "Approved",
  joining: "Numbers joining",
  registered: "Registered",
  suspended: "Suspended",
};

/** What the head of the page of states is made from. */
export interface HeadFacts {
  /** Local numbers, and how many of them are registered. */
  all: number;
  registered: number;
  /** What the head is about. */
  part: "business" | "campaign";
  /** How many answers were refused. */
  problems: number;
  submitted: string;
  decided: string;
  provider: string;
}

type HeadTexts<K extends HeadState, F> = Record<K, (facts: F) => { title: string; about: string }>;
type NumberCounts = Pick<HeadFacts, "all" | "registered">;

const approvedTexts: HeadTexts<"approved" | "joining" | "registered", NumberCounts> = {
  approved: ({ all }) => ({
    title: "Your campaign is approved",
    about: all === 0 ? "Your number joins as soon as you have one." : "We’re adding your numbers now. Nothing to do.",
  }),
  joining: ({ all, registered }) => ({
    title: `${countText(registered)} of ${numbers(all)} are registered`,
    about: "Each starts sending as soon as the carriers have it, usually within hours.",
  }),
  registered: ({ all }) => ({
    title: all === 1 ? "Your number can text" : `All ${numbers(all)} can text`,
    about: "Your campaigns and reminders can leave.",
  }),
};

/** The head of the page of states. */
const headTexts: HeadTexts<HeadState, HeadFacts> = {
  not_started: () => ({
    title: "Register before you text",
    about: "Carriers block unregistered texts. Registering takes about 10 minutes.",
  }),
  submitted: ({ submitted, provider }) => ({
    title: `With ${provider} since ${submitted}`,
    about: "We keep checking and email you when something changes. You can close this page.",
  }),
  in_review: ({ part }) => ({
    title: `Carriers are reviewing your ${part}`,
    about:
      part === "campaign"
        ? "Your business is registered. Reviews usually take days, sometimes a few weeks."
        : "Reviews usually take minutes, sometimes a few days. Your campaign is next.",
  }),
  refused: ({ part, problems, decided }) => ({
    title: problems > 1 ? `${countText(problems)} answers to change` : "One answer to change",
    about:
      part === "campaign"
        ? `Carriers reviewed your campaign and refused it on ${decided}. Your business stays registered.`
        : `Carriers compared your business with public records and refused it on ${decided}.`,
  }),
  stuck: () => ({ title: "Your registration needs us", about: "We couldn’t finish submitting it." }),
  ...approvedTexts,
  suspended: ({ decided }) => ({
    title: "Carriers suspended your campaign",
    about: `Since ${decided}. Your texts are on hold; incoming texts still arrive.`,
  }),
};

/** The same to the operator, about a client. */
const clientHeadTexts: HeadTexts<HeadState, HeadFacts> = {
  ...headTexts,
  not_started: () => ({
    title: "Not submitted yet",
    about: "The owner can submit the registration, or you on their behalf.",
  }),
  submitted: (facts) => ({ ...headTexts.submitted(facts), about: "We keep checking." }),
  in_review: ({ part }) => ({
    title: `Carriers are reviewing the ${part}`,
    about:
      part === "campaign"
        ? "The business is registered. Reviews usually take days, sometimes a few weeks."
        : "Reviews usually take minutes, sometimes a few days. The campaign is next.",
  }),
  refused: (facts) => ({
    ...headTexts.refused(facts),
    about: `Carriers refused the ${facts.part} on ${facts.decided}.`,
  }),
  stuck: () => ({
    title: "A step couldn’t be finished",
    about: "Nothing was submitted twice. Check the steps below, then take it up again.",
  }),
  approved: ({ all }) => ({
    title: "The campaign is approved",
    about: all === 0 ? "The first number joins as soon as the client has one." : "The numbers are being added.",
  }),
  registered: ({ all }) => ({
    title: all === 1 ? "The number can text" : `All ${numbers(all)} can text`,
    about: "Campaigns and reminders can leave.",
  }),
  suspended: ({ decided }) => ({
    title: "Carriers suspended the campaign",
    about: `Since ${decided}. Its texts are on hold; incoming texts still arrive.`,
  }),
};

/** The same to the operator, about the platform's own number, which texts codes. */
const platformHeadTexts: HeadTexts<HeadState, HeadFacts> = {
  ...headTexts,
  stuck: () => ({ title: "A step couldn’t be finished", about: "Nothing was submitted twice." }),
  registered: (facts) => ({ ...headTexts.registered(facts), about: "Sign-in codes can leave." }),
  suspended: ({ decided }) => ({
    title: "Carriers suspended your campaign",
    about: `Since ${decided}. Sign-in codes go by email.`,
  }),
};

export const headTextsOf: Record<RegistrationPlace["reader"], HeadTexts<HeadState, HeadFacts>> = {
  owner: headTexts,
  operator: clientHeadTexts,
  platform: platformHeadTexts,
};

/** The head of the page for people who can't register. */
export const staffHeadTexts: HeadTexts<HeadState, NumberCounts> = {
  ...approvedTexts,
  not_started: () => ({ title: "Your texts aren’t registered yet", about: "Ask an owner to register them." }),
  submitted: () => ({
    title: "Registration is on its way",
    about: "Campaigns and reminders start once carriers approve it.",
  }),
  in_review: () => ({
    title: "Carriers are reviewing your registration",
    about: "Campaigns and reminders start once they approve it.",
  }),
  refused: () => ({ title: "Carriers asked for changes", about: "Ask an owner to make them and resubmit." }),
  stuck: () => ({ title: "Your registration is on hold", about: "Ask an owner to contact us." }),
  suspended: () => ({
    title: "Carriers suspended your campaigns",
    about: "Your texts are on hold; incoming texts still arrive. Ask an owner for the next step.",
  }),
};

const eventKinds: Record<RegistrationEvent["kind"], string> = {
  business: "Business",
  campaign: "Campaign",
  toll_free: "Toll-free number",
  number: "Number",
};

const eventWords: Record<RegistrationEvent["what"], string> = {
  submitted: "submitted",
  resubmitted: "resubmitted",
  in_review: "in review",
  approved: "approved",
  refused: "refused",
  suspended: "suspended",
  restored: "restored",
  joined: "joining",
  registered: "registered",
  missing: "not registered",
  stuck: "on hold",
  taken_up: "taken up again",
};

/** What happened, in two or three words: "Campaign refused". */
export const eventText = ({ kind, what }: Pick<RegistrationEvent, "kind" | "what">): string =>
  `${eventKinds[kind]} ${eventWords[what]}`;

/** Why reviewers refuse a field, in a sentence; their own text is never shown. */
export const refusalTexts: Record<RegistrationField, string> = {
  legal_name: "The name doesn’t match IRS records. Copy the whole line from your IRS letter.",
  brand_name: "The name doesn’t match your website or your texts. Use the name that customers see.",
  ein: "The EIN doesn’t match the name in IRS records. Copy both from the same letter.",
  business_type: "The business type doesn’t match IRS records.",
  ownership: "The ownership doesn’t match public records.",
  stock: "The exchange and symbol don’t belong to this business.",
  website: "Reviewers couldn’t open your website, or it doesn’t show your business name.",
  email: "The email address isn’t at your business’s own domain.",
  address: "The address doesn’t match IRS records.",
  representative: "Reviewers couldn’t confirm the representative. Check name, phone and email.",
  description: "The description doesn’t say what you text and why.",
  message_flow:
    "Reviewers couldn’t see the offer to opt in. Say where it is, what people see, and give a link they can open.",
  samples: "The samples don’t match what you described, or don’t name your business.",
  links: "A link in your samples can’t be opened, or isn’t your own.",
  phones: "A phone number in your samples isn’t declared.",
  direct_lending: "Your texts read as lending. Declare direct lending, or use other samples.",
  age_gated: "Your texts are for adults only. Declare it.",
  opt_in_message: "The confirmation of an opt-in is incomplete.",
  opt_out_message: "The confirmation of an opt-out is incomplete.",
  help_message: "The answer to HELP is incomplete.",
  keywords: "The keywords are incomplete.",
  privacy_policy: "Your privacy policy is missing, or allows sharing mobile numbers. Use the page we host for you.",
  terms: "Your terms are missing STOP, HELP, rates or frequency. Use the page we host for you.",
  content: "Carriers don’t deliver this kind of content.",
  other: "Reviewers need more. Check all answers, then resubmit.",
};
