import { countText } from "#core/count.ts";
import type { OptInWay } from "../../contract.ts";
import type { FindingKind, ReadyPart, ReviewFinding, WizardStep } from "../../review/rules.ts";

const sampleName = (finding: ReviewFinding) => `Sample text ${(finding.sample ?? 0) + 1}`;
const quoted = ({ quote = "" }: ReviewFinding) => `“${quote}”`;

/** Each finding of the review: what, and why in one sentence. */
export const findingTexts: Record<FindingKind, (finding: ReviewFinding) => { title: string; why: string }> = {
  no_legal_name: () => ({ title: "Legal business name is missing", why: "Carriers compare it with IRS records." }),
  no_brand_name: () => ({
    title: "The name customers know is missing",
    why: "It opens your texts and names your consent page.",
  }),
  no_ein: () => ({ title: "EIN is missing", why: "Carriers compare it with IRS records." }),
  no_business_type: () => ({ title: "Business type is missing", why: "Carriers compare it with IRS records." }),
  sole_proprietor: () => ({
    title: "Sole proprietors can’t register a local number here",
    why: "Verify a toll-free number instead. It needs no EIN.",
  }),
  no_stock: () => ({ title: "Stock exchange and symbol are missing", why: "Public companies are checked by them." }),
  no_website: () => ({ title: "Website is missing", why: "Reviewers open it to see your business." }),
  no_email: () => ({
    title: "Business email is missing",
    why: "Carriers write to it, and your answer to HELP names it.",
  }),
  no_address: () => ({ title: "Registered address is incomplete", why: "Carriers compare it with IRS records." }),
  no_person: () => ({ title: "Representative is incomplete", why: "Reviewers may call or email to confirm." }),
  no_ways: () => ({ title: "How people agree is missing", why: "Reviewers look for each way people opt in." }),
  short_flow: () => ({
    title: "How people agree isn’t described",
    why: "Say where people opt in and what they see there.",
  }),
  short_description: () => ({ title: "What you send isn’t described", why: "Use at least 40 characters." }),
  few_samples: () => ({ title: "Two sample texts are needed", why: "Reviewers compare them with what you describe." }),
  sample_length: (finding) => ({ title: `${sampleName(finding)} is too short`, why: "Use at least 20 characters." }),
  sample_unnamed: (finding) => ({
    title: `${sampleName(finding)} doesn’t name your business`,
    why: "Carriers refuse samples that don’t say who texts.",
  }),
  sample_no_stop: (finding) => ({
    title: `${sampleName(finding)} has no opt-out line`,
    why: "Carriers refuse marketing samples that don’t say how to stop.",
  }),
  short_link: (finding) => ({
    title: `${sampleName(finding)} has a shared short link`,
    why: `Carriers block ${quoted(finding)}. Use your own address.`,
  }),
  forbidden: (finding) => ({
    title:
      finding.sample === undefined
        ? "Your answers mention what carriers don’t deliver"
        : `${sampleName(finding)} mentions what carriers don’t deliver`,
    why: `${quoted(finding)} is refused from every business.`,
  }),
  free_mail_public: () => ({
    title: "Business email must be at your own domain",
    why: "Public companies confirm it there.",
  }),
  ein_prefix: () => ({
    title: "EIN starts with unusual digits",
    why: "The IRS doesn’t give out this prefix. Compare it with your letter.",
  }),
  legal_ending: (finding) => ({
    title: `Legal name may lack ${quoted(finding)}`,
    why: "Copy the whole line from your IRS letter.",
  }),
  free_mail: () => ({
    title: "Business email isn’t at your own domain",
    why: "Reviewers trust a mailbox at your website’s domain more.",
  }),
  other_mail: (finding) => ({
    title: "Business email isn’t at your website’s domain",
    why: `Reviewers trust a mailbox at ${finding.quote ?? ""} more.`,
  }),
  website_unreachable: () => ({ title: "We couldn’t open your website", why: "Reviewers will try, too." }),
  website_unnamed: () => ({
    title: "Your website doesn’t show your business name",
    why: "Reviewers look for it on the first page.",
  }),
  website_unchecked: () => ({
    title: "Your website isn’t checked yet",
    why: "Reviewers open it to see your business.",
  }),
  lending: (finding) => ({
    title: `${sampleName(finding)} mentions financing`,
    why: `${quoted(finding)} reads as a loan. Declare direct lending, or use another sample.`,
  }),
  flow_lacks: (finding) => ({
    title: "How people agree leaves something out",
    why: `Reviewers look for it: ${finding.quote ?? ""}.`,
  }),
  own_privacy: () => ({
    title: "You use your own privacy policy",
    why: "It must say that mobile numbers aren’t shared. The page Rooftop hosts for you says so.",
  }),
  own_terms: () => ({
    title: "You use your own terms",
    why: "They must name STOP, HELP, rates and frequency. The page Rooftop hosts for you does.",
  }),
};

export const readyTexts: Record<ReadyPart, string> = {
  business: "Legal name, EIN and address",
  ways: "Each way people agree is described",
  declared: "Links and phone numbers declared",
  website: "Website shows your business name",
  page: "Consent page a reviewer can open",
  replies: "HELP and STOP replies",
};

export const stepTexts: Record<WizardStep, string> = {
  business: "Business",
  representative: "Representative",
  messages: "Consent and messages",
  review: "Review",
};

export const wayTexts: Record<OptInWay, string> = {
  website: "On a web form",
  keyword: "By texting START",
  in_person: "In the store, on paper",
  phone: "On the phone",
  import: "Earlier, with written permission",
};

/** What the wizard says. */
export const draftTexts = {
  saveAndClose: "Save and close",
  next: "Continue",
  duration: "About 10 minutes in total",
  conflict: "This draft was changed in another window",
  conflictAbout: "What you typed here since then isn’t saved. Copy what you need, then reload.",
  notSaved: "Not saved",
  submittedAbout: (date: string) =>
    `Carriers have what you submitted on ${date}. Changes here reach them only when you resubmit.`,
  reload: "Reload",
  saveFailed: "Not saved. We’ll keep trying.",
  unsaved: (count: number) => (count === 1 ? "1 answer isn’t saved" : `${countText(count)} answers aren’t saved`),

  businessTitle: "Your business",
  businessAbout: "Carriers compare this with IRS records. Copy it from your IRS letter.",
  legalName: "Legal business name",
  brandName: "Name customers know you by",
  brandAbout: "Shown in your texts and on your consent page",
  ein: "EIN",
  einChange: "Change",
  einKeep: "Keep",
  einFine: "Nine digits, valid prefix",
  einPrefix: "The IRS doesn’t give out this prefix. Compare it with your letter.",
  businessType: "Business type",
  ownership: "Ownership",
  exchange: "Stock exchange",
  symbol: "Stock symbol",
  website: "Website",
  email: "Business email",
  address: "Registered address",
  street: "Street",
  city: "City",
  state: "State",
  zip: "ZIP code",
  noEin: "No EIN? Sole proprietors can’t register a local number here.",
  tollFree: "Verify a toll-free number instead",
  askTollFree: "Ask us for a toll-free number instead.",
  ending: (ending: string) => `Your letter may end in “${ending}”. Copy the whole line.`,
  websiteFine: (brand: string) => `Opens and shows “${brand}”`,
  websiteUnnamed: (brand: string) => `Opens, but doesn’t show “${brand}”`,
  websiteFails: "We couldn’t open it. Reviewers will try, too.",
  websiteChecking: "Opening your website",
  ownDomain: "At your own domain",
  freeDomain: "Reviewers trust a mailbox at your own domain more.",
  otherDomain: (host: string) => `Reviewers trust a mailbox at ${host} more.`,
  whereToFind: "Where to find it",
  letterAbout: "Sample letter. Lost yours? Ask the IRS for letter 147C.",
  howUsed: "How we use this",
  goesTo: (provider: string) => `Goes to ${provider}, which registers you with the carriers.`,
  encrypted: "Your EIN is encrypted. We only show the last four digits.",
  ownersOnly: "Only owners can see and submit this form.",

  personTitle: "Your representative",
  personAbout: "Reviewers may call or email this person.",
  firstName: "First name",
  lastName: "Last name",
  personEmail: "Email",
  phone: "Phone",
  jobTitle: "Job title",
  position: "Position",

  waysTitle: "How people agree to your texts",
  waysAbout: "Choose each way you use. Reviewers look for all of them.",
  flow: "Describe it",
  flowAbout: "What people see, where, and how they say yes.",
  sendTitle: "What you send",
  description: "Describe your texts",
  samples: "Sample texts",
  samplesAbout: "Two to five texts as customers get them. Write what changes in brackets.",
  sample: (index: number) => `Sample text ${index + 1}`,
  addSample: "Add a sample",
  removeSample: (index: number) => `Remove sample text ${index + 1}`,
  suggest: "Suggest from our settings",
  volume: "How much you text",
  low: "Fewer than 2,000 segments a day",
  mixed: "More than that",
  lending: "We lend money ourselves (direct lending)",
  ageGated: "Our texts are for adults only",
  pagesTitle: "Privacy policy and terms",
  hosted: "Rooftop hosts both for you, in the words that reviewers look for.",
  privacy: "Your own privacy policy instead (optional)",
  terms: "Your own terms instead (optional)",
  openPrivacy: "Privacy policy",
  openTerms: "Terms",
  openConsent: "Consent page",

  submissionTitle: "Your answers",
  submissionAbout: "This is how a carrier’s reviewer reads them.",
  reviewTitle: "Check before you submit",
  reviewAbout: "We read your registration the way a carrier’s reviewer does.",
  refused: "Will be refused",
  maybe: "May be refused",
  ready: "Ready",
  addLine: "Add the line",
  addName: "Add the name",
  useOurs: "Use ours",
  goTo: "Review",
  toFix: (count: number) => (count === 1 ? "1 item to fix first" : `${countText(count)} items to fix first`),
  preview: "Preview consent page",
  whatWeSubmit: "What we submit",
  edit: "Edit",
  editPart: (part: string) => `Edit: ${part}`,
  howPeopleAgree: "How people agree",
  whatYouSend: "What you send",
  samplesCount: (count: number) => (count === 1 ? "1 sample" : `${countText(count)} samples`),
  cost: "Cost",
  businessFee: "Business registration",
  campaignFee: "Campaign review",
  monthlyFee: "Carrier fee",
  once: (price: string) => `${price} once`,
  monthly: (price: string) => `${price} a month`,
  charged: "Charged when you submit. Resubmitting may cost again.",
  howLong: "How long it takes",
  times: [
    ["Business", "Minutes to a few days"],
    ["Campaign", "Days to a few weeks"],
    ["Numbers", "Minutes to a few hours"],
  ],
} as const;

export const businessTypeTexts = {
  corporation: "Corporation",
  llc: "Limited liability company",
  partnership: "Partnership",
  cooperative: "Cooperative",
  nonprofit: "Nonprofit corporation",
  sole_proprietor: "Sole proprietorship",
} as const;

export const ownershipTexts = {
  private: "Private company",
  public: "Public company",
  nonprofit: "Nonprofit",
  government: "Government",
} as const;

export const positionTexts = {
  director: "Director",
  gm: "General manager",
  vp: "Vice president",
  ceo: "Chief executive officer",
  cfo: "Chief financial officer",
  general_counsel: "General counsel",
  other: "Other",
} as const;
