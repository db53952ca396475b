import { isUsPhone } from "#core/phone.ts";
import type { RegistrationField, RegistrationKind } from "#core/registration.ts";
import type { SavedProfile } from "../contract.ts";
import { hasLink, hostOf, mailboxOf, mentions, missingEnding, optOutLine, saysHowToStop } from "../rules.ts";

export const wizardSteps = ["business", "representative", "messages", "review"] as const;
export type WizardStep = (typeof wizardSteps)[number];

/** What carriers' reviewers refuse for certain, and what they may refuse. */
export type FindingLevel = "refused" | "maybe";

/** What the review says about; its words are in `web/texts.ts`. */
export const findingKinds = [
  "no_legal_name",
  "no_brand_name",
  "no_ein",
  "no_business_type",
  "sole_proprietor",
  "no_stock",
  "no_website",
  "no_email",
  "no_address",
  "no_person",
  "no_ways",
  "short_flow",
  "short_description",
  "few_samples",
  "sample_length",
  "sample_unnamed",
  "sample_no_stop",
  "short_link",
  "forbidden",
  "free_mail_public",
  "ein_prefix",
  "legal_ending",
  "free_mail",
  "other_mail",
  "website_unreachable",
  "website_unnamed",
  "website_unchecked",
  "lending",
  "flow_lacks",
  "own_privacy",
  "own_terms",
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A change that the review can make by itself. */
export type FindingFix =
  | { readonly kind: "add_stop"; readonly sample: number; readonly text: string }
  | { readonly kind: "add_name"; readonly sample: number; readonly text: string }
  | { readonly kind: "use_pages"; readonly field: "privacy_url" | "terms_url" }
  | { readonly kind: "use_flow" };

export interface ReviewFinding {
  readonly kind: FindingKind;
  readonly level: FindingLevel;
  readonly step: WizardStep;
  /** The field of the draft that it is about. */
  readonly field: string;
  /** The sample that it is about, from 0. */
  readonly sample?: number;
  /** The words that it is about: what a sample says, or what is missing. */
  readonly quote?: string;
  readonly fix?: FindingFix;
}

/** What is in order, named for the third group of the review. */
export const readyParts = ["business", "ways", "declared", "website", "page", "replies"] as const;
export type ReadyPart = (typeof readyParts)[number];

export interface ReviewFindings {
  readonly refused: readonly ReviewFinding[];
  readonly maybe: readonly ReviewFinding[];
  readonly ready: readonly ReadyPart[];
}

/** What carriers don't deliver from anybody: codes 30950 and after. */
const forbidden =
  /\b(credit repair|fix your credit|debt (relief|consolidation|settlement|forgiveness)|payday|cash advance|cannabis|marijuana|cbd|thc|vap(e|ing)|casino|gambling|sweepstakes|work from home|multi-?level marketing|student loan|tax relief|firearms?)\b/i;

/** Words that read as lending; a dealership's finance offers are its own only when it lends itself. */
const lending =
  /\b(\d+(\.\d+)?\s?% ?apr|apr|financing|finance (offer|rate)s?|0 down|\$0 down|zero down|no credit check|loans?|pre-?approved)\b/i;

/** Shorteners that anybody can use, which carriers block. */
const shorteners =
  /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|t\.ly)\b/i;

const flowParts = [
  ["frequency", /frequen/i],
  ["rates", /rates? may apply|rates/i],
  ["STOP", /\bSTOP\b/i],
  ["HELP", /\bHELP\b/i],
] as const;

/** What doesn't matter to a toll-free number: sole proprietors have no tax number. */
const localOnly: readonly FindingKind[] = ["sole_proprietor", "no_ein"];

/** Which review a registration of a kind has to pass. */
export const reviewedAs = (kind: RegistrationKind) => (kind === "toll_free" ? "toll_free" : "local");

/** Reads a registration as a reviewer of the carriers does. */
export function reviewOf(profile: SavedProfile, of: "local" | "toll_free" = "local"): ReviewFindings {
  const found = [...businessFindings(profile), ...personFindings(profile), ...messageFindings(profile)];
  const findings = of === "local" ? found : found.filter(({ kind }) => !localOnly.includes(kind));
  const refused = findings.filter(({ level }) => level === "refused");
  const maybe = findings.filter(({ level }) => level === "maybe");
  return { refused, maybe, ready: readyOf(profile, findings) };
}

const inStep =
  (step: WizardStep) =>
  (level: FindingLevel, kind: FindingKind, field: string, more: Partial<ReviewFinding> = {}): ReviewFinding => ({
    level,
    kind,
    step,
    field,
    ...more,
  });

function businessFindings(profile: SavedProfile): ReviewFinding[] {
  const found: ReviewFinding[] = [];
  const at = inStep("business");
  const isEmpty = (...fields: (keyof SavedProfile)[]) => fields.find((field) => profile[field] === "");
  if (isEmpty("legal_name")) found.push(at("refused", "no_legal_name", "legal_name"));
  if (isEmpty("brand_name")) found.push(at("refused", "no_brand_name", "brand_name"));
  if (isEmpty("business_type")) found.push(at("refused", "no_business_type", "business_type"));
  if (profile.business_type === "sole_proprietor") found.push(at("refused", "sole_proprietor", "business_type"));
  else if (isEmpty("ein_last4")) found.push(at("refused", "no_ein", "ein"));
  if (profile.ownership === "public" && isEmpty("stock_exchange", "stock_ticker"))
    found.push(at("refused", "no_stock", "stock_ticker"));
  if (isEmpty("website")) found.push(at("refused", "no_website", "website"));
  if (isEmpty("email")) found.push(at("refused", "no_email", "email"));
  const address = isEmpty("street", "city", "state", "zip");
  if (address) found.push(at("refused", "no_address", address));
  const ending = missingEnding(profile.legal_name, profile.business_type);
  if (ending !== "") found.push(at("maybe", "legal_ending", "legal_name", { quote: ending }));
  if (profile.ein_problem === "prefix") found.push(at("maybe", "ein_prefix", "ein"));
  const mailbox = mailboxOf(profile.email, profile.website);
  if (mailbox === "free" && profile.ownership === "public") found.push(at("refused", "free_mail_public", "email"));
  else if (mailbox === "free") found.push(at("maybe", "free_mail", "email"));
  else if (mailbox === "other") found.push(at("maybe", "other_mail", "email", { quote: hostOf(profile.website) }));
  return [...found, ...websiteFindings(profile)];
}

function websiteFindings({ website, website_checked, website_result }: SavedProfile): ReviewFinding[] {
  const at = inStep("business");
  if (website === "") return [];
  if (website_checked !== website || website_result === "") return [at("maybe", "website_unchecked", "website")];
  if (website_result === "named") return [];
  return [at("maybe", website_result === "unnamed" ? "website_unnamed" : "website_unreachable", "website")];
}

function personFindings(profile: SavedProfile): ReviewFinding[] {
  const at = inStep("representative");
  const missing = representativeFields.find(
    (field) => profile[field] === "" || (field === "phone" && !isUsPhone(profile.phone)),
  );
  return missing ? [at("refused", "no_person", missing)] : [];
}

function messageFindings(profile: SavedProfile): ReviewFinding[] {
  const { opt_in_ways, message_flow, description, samples, privacy_url, terms_url } = profile;
  const found: ReviewFinding[] = [];
  const at = inStep("messages");
  if (opt_in_ways.length === 0) found.push(at("refused", "no_ways", "opt_in_ways"));
  if (message_flow.length < 40) found.push(at("refused", "short_flow", "message_flow", { fix: { kind: "use_flow" } }));
  else {
    const lacking = flowParts.flatMap(([name, pattern]) => (pattern.test(message_flow) ? [] : [name]));
    if (opt_in_ways.includes("website") && !hasLink(message_flow)) lacking.push("link" as never);
    const quote = lacking.join(", ");
    if (quote !== "") found.push(at("maybe", "flow_lacks", "message_flow", { quote, fix: { kind: "use_flow" } }));
  }
  if (description.length < 40) found.push(at("refused", "short_description", "description"));
  const written = samples.filter((sample) => sample !== "");
  if (written.length < 2) found.push(at("refused", "few_samples", "samples"));
  found.push(...samples.flatMap((sample, index) => sampleFindings(profile, sample, index)));
  for (const [field, text] of [
    ["description", description],
    ["message_flow", message_flow],
  ] as const) {
    const [quote] = forbidden.exec(text) ?? [];
    if (quote) found.push(at("refused", "forbidden", field, { quote }));
  }
  if (privacy_url !== "")
    found.push(at("maybe", "own_privacy", "privacy_url", { fix: { kind: "use_pages", field: "privacy_url" } }));
  if (terms_url !== "")
    found.push(at("maybe", "own_terms", "terms_url", { fix: { kind: "use_pages", field: "terms_url" } }));
  return found;
}

function sampleFindings(
  { brand_name, is_direct_lending }: SavedProfile,
  text: string,
  sample: number,
): ReviewFinding[] {
  if (text === "") return [];
  const at = inStep("messages");
  const more = { sample, quote: text };
  if (text.length < 20) return [at("refused", "sample_length", "samples", more)];
  const found: ReviewFinding[] = [];
  const [banned] = forbidden.exec(text) ?? [];
  if (banned) found.push(at("refused", "forbidden", "samples", { sample, quote: banned }));
  const [short] = shorteners.exec(text) ?? [];
  if (short) found.push(at("refused", "short_link", "samples", { sample, quote: short }));
  if (brand_name !== "" && !mentions(text, brand_name)) {
    const fix = { kind: "add_name", sample, text: `${brand_name}: ${text}`.slice(0, 1_024) } as const;
    found.push(at("refused", "sample_unnamed", "samples", { ...more, fix }));
  }
  if (!saysHowToStop(text)) {
    const fix = { kind: "add_stop", sample, text: `${text.trimEnd()} ${optOutLine}`.slice(0, 1_024) } as const;
    found.push(at("refused", "sample_no_stop", "samples", { ...more, fix }));
  }
  const [loan] = is_direct_lending === 1 ? [] : (lending.exec(text) ?? []);
  if (loan) found.push(at("maybe", "lending", "samples", { sample, quote: loan }));
  return found;
}

const partOfField: Readonly<Record<string, ReadyPart>> = {
  legal_name: "business",
  ein: "business",
  business_type: "business",
  street: "business",
  city: "business",
  state: "business",
  zip: "business",
  website: "website",
  opt_in_ways: "ways",
  message_flow: "ways",
  samples: "declared",
  privacy_url: "page",
  terms_url: "page",
};

function readyOf(profile: SavedProfile, findings: readonly ReviewFinding[]): ReadyPart[] {
  const open = new Set(findings.map(({ field }) => partOfField[field]));
  const hasReplies = profile.brand_name !== "" && profile.email !== "" && profile.phone !== "";
  return readyParts.filter((part) => (part === "replies" ? hasReplies : !open.has(part)));
}

/** A draft with one fix made. @param flow what the platform suggests as the way in which people agree. */
export function fixed<T extends Pick<SavedProfile, "samples" | "privacy_url" | "terms_url" | "message_flow">>(
  draft: T,
  fix: FindingFix,
  flow: string,
): T {
  if (fix.kind === "use_pages") return { ...draft, [fix.field]: "" };
  if (fix.kind === "use_flow") return { ...draft, message_flow: flow };
  return { ...draft, samples: draft.samples.map((sample, index) => (index === fix.sample ? fix.text : sample)) };
}

const refusableFields: Readonly<Partial<Record<RegistrationField, string>>> = {
  legal_name: "legal_name",
  brand_name: "brand_name",
  ein: "ein",
  business_type: "business_type",
  ownership: "ownership",
  stock: "stock_ticker",
  website: "website",
  email: "email",
  address: "street",
  representative: "first_name",
  description: "description",
  message_flow: "message_flow",
  samples: "samples",
  links: "samples",
  phones: "samples",
  direct_lending: "is_direct_lending",
  age_gated: "is_age_gated",
  privacy_policy: "privacy_url",
  terms: "terms_url",
  content: "samples",
};

const representativeFields = [
  "first_name",
  "last_name",
  "representative_email",
  "phone",
  "job_title",
  "job_position",
] as const;
const messageFields = [
  "volume",
  "opt_in_ways",
  "message_flow",
  "description",
  "samples",
  "is_direct_lending",
  "is_age_gated",
  "privacy_url",
  "terms_url",
];

/** The step in which a field of the draft is filled in; `samples.2` is one of the samples. */
export function stepOfField(field: string): WizardStep {
  const [name = ""] = field.split(".");
  if (representativeFields.some((one) => one === name)) return "representative";
  return messageFields.includes(name) ? "messages" : "business";
}

/** The number of that step, from 1. */
export const stepNumberOf = (field: string): number => wizardSteps.indexOf(stepOfField(field)) + 1;

/** The field of the draft in which a refused field is changed; undefined when we write it ourselves. */
export const draftFieldOf = (field: RegistrationField): string | undefined => refusableFields[field];

/** The refusable fields as people know them, in the middle of a sentence. */
export const fieldNames: Readonly<Record<RegistrationField, string>> = {
  legal_name: "legal business name",
  brand_name: "name customers know you by",
  ein: "EIN",
  business_type: "business type",
  ownership: "ownership",
  stock: "stock symbol",
  website: "website",
  email: "business email",
  address: "registered address",
  representative: "representative",
  description: "what you send",
  message_flow: "how customers agree to get your texts",
  samples: "sample texts",
  links: "links in your samples",
  phones: "phone numbers in your samples",
  direct_lending: "direct lending",
  age_gated: "age limit",
  opt_in_message: "opt-in confirmation",
  opt_out_message: "opt-out confirmation",
  help_message: "answer to HELP",
  keywords: "keywords",
  privacy_policy: "privacy policy",
  terms: "terms",
  content: "content that carriers don’t deliver",
  other: "your answers",
};
