import { foldForSearch } from "#core/foldForSearch.ts";
import type { BusinessType } from "#core/registration.ts";
import type { CarrierRegistration, HeadState, NumberOfBusiness, OptInWay, RegistrationOverview } from "./contract.ts";

/** The two first digits that the IRS gives out: "How EINs are assigned and valid EIN prefixes", irs.gov. */
const einPrefixes = new Set(
  (
    "01 02 03 04 05 06 10 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 " +
    "48 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 71 72 73 74 75 76 77 80 81 82 83 84 85 86 87 88 90 91 92 " +
    "93 94 95 98 99"
  ).split(" "),
);

/** What is wrong with a tax number of nine digits: `digits` is certain, `prefix` only likely. */
export function einProblemOf(ein: string): "" | "digits" | "prefix" {
  if (!/^\d{9}$/.test(ein) || /^(\d)\1{8}$/.test(ein) || ein === "123456789" || ein === "987654321") return "digits";
  return einPrefixes.has(ein.slice(0, 2)) ? "" : "prefix";
}

/** What is said of nine digits that no business has. */
export const notAnEin = "This isn’t an EIN. Copy its nine digits from your IRS letter.";

/** The digits of a tax number as people type it. */
export const einDigits = (typed: string): string => typed.replace(/\D/g, "");

/** A tax number as it is shown once it is saved. */
export const maskedEin = (last4: string): string => `••-•••${last4}`;

/** Mailboxes that anybody can have: they don't show whose business it is. */
const freeMail = /@(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|msn|aol|icloud|me|mac|proton|protonmail|gmx)\./i;

/** The host of a web address without `www.`; empty for what is none. */
export function hostOf(address: string): string {
  const [, host = ""] =
    /^(?:https?:\/\/)?(?:www\.)?([\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,})(?=[:/?#]|$)/iu.exec(address) ?? [];
  return host.toLowerCase();
}

/** How well a mailbox shows that it is the business's own. */
export function mailboxOf(email: string, website: string): "" | "own" | "other" | "free" {
  const domain = email.split("@")[1]?.toLowerCase() ?? "";
  if (domain === "") return "";
  if (freeMail.test(email)) return "free";
  const host = hostOf(website);
  return host !== "" && (domain === host || domain.endsWith(`.${host}`) || host.endsWith(`.${domain}`))
    ? "own"
    : "other";
}

/** How the legal names of each type of business usually end. */
const legalEndings: Partial<Record<BusinessType, { readonly ending: RegExp; readonly usual: string }>> = {
  llc: { ending: /\b(llc|l\.l\.c\.?|limited liability company|pllc|lc)\.?$/i, usual: "LLC" },
  corporation: { ending: /\b(inc|incorporated|corp|corporation|company|co|ltd|limited|p\.?c)\.?$/i, usual: "Inc." },
};

/** The ending that a legal name may lack; empty when nothing is missing. */
export function missingEnding(legalName: string, type: string): string {
  const expected = legalEndings[type as BusinessType];
  return legalName === "" || !expected || expected.ending.test(legalName.trim()) ? "" : expected.usual;
}

/** What the sentences about a business are made of. */
export interface BusinessWords {
  readonly brand_name: string;
  /** The page on which people can agree, and the number that they can text. */
  readonly textsUrl: string;
  /** As people read it; empty without a number. */
  readonly number: string;
}

const waySentences: Record<OptInWay, (words: BusinessWords) => string> = {
  website: ({ brand_name, textsUrl }) =>
    `Customers opt in on our web form at ${textsUrl}, where they enter their phone number and check a box that is not checked in advance. The form says who texts (${brand_name}) and why, that message frequency varies, that message and data rates may apply, how to get HELP and how to STOP, and that consent is not a condition of purchase.`,
  keyword: ({ number, textsUrl }) =>
    `Customers text START to ${number === "" ? "our number" : number} after reading the terms at ${textsUrl} or on a sign in the store.`,
  in_person: ({ brand_name }) =>
    `In the store, customers sign a form that asks for permission to text them about their visits, service and offers from ${brand_name}, and staff record the date.`,
  phone: ({ brand_name }) =>
    `On the phone, staff ask whether ${brand_name} may text about the visit and offers, say that rates may apply and that STOP ends it, and record the yes.`,
  import: () =>
    "Customers who gave written permission before are imported with the date and the source of that permission; those without it are not texted.",
};

/** How people agree, in the words that reviewers look for. */
export function messageFlowOf(ways: readonly OptInWay[], words: BusinessWords): string {
  const sentences = ways.map((way) => waySentences[way](words));
  const ending = "Mobile numbers and consent are not shared with third parties. Reply STOP to opt out, HELP for help.";
  return sentences.length === 0 ? "" : [...sentences, ending].join(" ").slice(0, 2_048);
}

/** Whether a text names a business, whatever the case and the punctuation. */
export function mentions(text: string, brand: string): boolean {
  const plain = (words: string) =>
    foldForSearch(words)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(brand) !== "" && ` ${plain(text)} `.includes(` ${plain(brand)} `);
}

/** What a dealership usually texts. */
export const descriptionOf = (brand: string): string =>
  `${brand} texts its customers about their inquiries, appointments and vehicle service, answers what they write, and sends those who agreed to it occasional offers. Customers can reply to every message and opt out at any time.`;

export const optOutLine = "Reply STOP to opt out.";

const optOutWords = /\b(STOP|UNSUBSCRIBE|OPT[- ]?OUT)\b/i;

/** Whether a text says how to get no more of them. */
export const saysHowToStop = (text: string): boolean => optOutWords.test(text) && /\b(reply|text|send)\b/i.test(text);

/** What a business usually texts, where its own templates are missing. */
export const usualSamples = (brand: string): readonly string[] => [
  `${brand}: Hi [first name], your appointment is on [date] at [time]. Reply C to confirm or R to reschedule. ${optOutLine}`,
  `${brand}: Hi [first name], your [vehicle] is due for service. Reply to book a time that suits you. ${optOutLine}`,
];

const variable = /\{\{?\s*([\w ]+?)\s*\}?\}/g;

/** A template as reviewers read it: variables in brackets, the business's name in front, the way out at its end. */
export function sampleOf(template: string, brand: string): string {
  const words = template.replace(variable, (_, name: string) => `[${name.replaceAll("_", " ")}]`).trim();
  const named = mentions(words, brand) ? words : `${brand}: ${words}`;
  return (saysHowToStop(named) ? named : `${named} ${optOutLine}`).slice(0, 1_024);
}

export const hasLink = (text: string): boolean =>
  /https?:\/\/|\bwww\.|\b[\w-]+\.(com|net|org|us|io|co|example)\b/i.test(text);
export const hasPhone = (text: string): boolean => /(?:\+?1[\s.-]?)?\(?\d{3}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b/.test(text);

export const trackParts = ["business", "campaign", "numbers", "texting"] as const;
export type TrackPart = (typeof trackParts)[number];
export type TrackState = "todo" | "running" | "done" | "refused";

/** Where the registration of local numbers stands. */
export interface RegistrationStatus<R = CarrierRegistration> {
  readonly head: HeadState;
  readonly track: Readonly<Record<TrackPart, TrackState>>;
  /** The registration that the head is about; undefined before the first one. */
  readonly about: R | undefined;
  readonly registered: number;
  /** Local numbers that send texts, registered or not; toll-free ones where there are no others. */
  readonly all: number;
}

type StateOfKind = Pick<CarrierRegistration, "kind" | "state">;

const trackOf = (registration: StateOfKind | undefined): TrackState => {
  if (!registration || registration.state === "waiting") return "todo";
  if (registration.state === "approved") return "done";
  return registration.state === "refused" || registration.state === "suspended" ? "refused" : "running";
};

/** The state of a business's registration, from its parts. */
export function statusOf<R extends StateOfKind>(
  registrations: readonly R[],
  numbers: readonly Pick<NumberOfBusiness, "is_toll_free" | "registration">[],
): RegistrationStatus<R> {
  const business = registrations.find(({ kind }) => kind === "business");
  const campaign = registrations.find(({ kind }) => kind === "campaign");
  const asked = numbers.filter(({ registration }) => registration !== "not_needed");
  const local = asked.filter(({ is_toll_free }) => is_toll_free === 0);
  // Toll-free numbers alone text without a campaign.
  const texting = local.length > 0 ? local : asked;
  const registeredOf = (some: typeof asked) => some.filter(({ registration }) => registration === "registered").length;
  const isComplete = texting.length > 0 && registeredOf(texting) === texting.length;
  const counted = isComplete ? texting : local;
  const counts = { registered: registeredOf(counted), all: counted.length };
  const isApproved = campaign?.state === "approved";
  const track = {
    business: trackOf(business),
    campaign: trackOf(campaign),
    numbers: isComplete ? "done" : isApproved && local.length > 0 ? "running" : "todo",
    texting: isComplete && isApproved ? "done" : "todo",
  } as const;
  if (!business) {
    // Registered elsewhere, or toll-free alone.
    if (isComplete) return { head: "registered", track: allDone, about: undefined, ...counts };
    return { head: "not_started", track, about: undefined, ...counts };
  }
  const about = business.state === "approved" && campaign ? campaign : business;
  return { head: headOf(business, campaign, { registered: counts.registered, isComplete }), track, about, ...counts };
}

/** Whether a number is a toll-free one that was never submitted for verification. */
export const mayBeVerified = (
  { number, is_toll_free, registration }: NumberOfBusiness,
  registrations: readonly CarrierRegistration[],
): boolean => is_toll_free === 1 && registration === "missing" && !registrations.some((one) => one.number === number);

/** Whether something is wanted from the owner: to submit, or to mend what carriers refused or suspended. */
export function waitsForOwner({
  is_needed,
  registrations,
  numbers,
}: Pick<RegistrationOverview, "is_needed" | "registrations" | "numbers">): boolean {
  if (is_needed === 0) return false;
  if (registrations.some(({ state }) => state === "refused" || state === "suspended")) return true;
  if (numbers.some((one) => mayBeVerified(one, registrations))) return true;
  return statusOf(registrations, numbers).head === "not_started";
}

const allDone = { business: "done", campaign: "done", numbers: "done", texting: "done" } as const;

function headOf(
  business: StateOfKind,
  campaign: StateOfKind | undefined,
  { registered, isComplete }: { readonly registered: number; readonly isComplete: boolean },
): HeadState {
  if (business.state !== "approved") return shortOf(business);
  if (!campaign) return "approved";
  if (campaign.state !== "approved") return shortOf(campaign) === "submitted" ? "in_review" : shortOf(campaign);
  if (isComplete) return "registered";
  return registered > 0 ? "joining" : "approved";
}

function shortOf({ state }: StateOfKind): HeadState {
  if (state === "refused" || state === "suspended" || state === "stuck" || state === "in_review") return state;
  return "submitted";
}

const minute = 60_000;

/** Milliseconds until the carrier is asked again, when it has been asked so often without a change: 5 minutes to 6 hours. */
export const lookAgainAfter = (looks: number): number => Math.min(5 * minute * 1.5 ** looks, 360 * minute);

/** The same for numbers that join: they take minutes rather than days. */
export const joinAgainAfter = (looks: number): number => Math.min(minute * 1.5 ** looks, 60 * minute);

/** Cents as money: `$4.50`. */
export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
