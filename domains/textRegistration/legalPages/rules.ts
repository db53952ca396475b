import { formatPhone, toE164 } from "#core/phone.ts";
import { inOneLine } from "#core/variables.ts";

/** What a business's legal pages say about it. All of it may be anything that its owner typed. */
export interface LegalFacts {
  /** The platform texts its own users; a business texts its customers. */
  readonly isPlatform: boolean;
  /** The name that customers know. */
  readonly business: string;
  /** Empty when it isn't known, or the same. */
  readonly legal_name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly website: string;
  readonly locations: readonly LegalLocation[];
}

export interface LegalLocation {
  readonly title: string;
  readonly address: string;
  /** The number that it texts from, E.164; empty without one. */
  readonly number: string;
}

/** The other pages of the same business. */
export interface LegalLinks {
  readonly privacy: string;
  readonly terms: string;
  readonly texts: string;
}

/** A piece of a paragraph: text, what matters most in it, or a link. */
export type LegalText = string | { readonly strong: string } | { readonly text: string; readonly href: string };

export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly (readonly LegalText[])[];
  /** Follows the paragraphs. */
  readonly list?: readonly (readonly LegalText[])[];
}

/** A page, from its title to its last line. */
export interface LegalDocument {
  readonly title: string;
  readonly introduction: readonly LegalText[];
  readonly sections: readonly LegalSection[];
}

/** Names the edition of our words; it changes with them, and stands in the proof of every consent. */
export const legalEdition = { version: "2026-11-28", date: "November 28, 2026" } as const;

/** The facts as the pages show them: each in one line, none missing that a sentence needs. */
export function shownFacts(facts: LegalFacts): LegalFacts {
  const line = (text: string) => inOneLine(text).trim();
  const business = line(facts.business) || "this business";
  const legal_name = line(facts.legal_name);
  return {
    ...facts,
    business,
    legal_name: legal_name === business ? "" : legal_name,
    address: line(facts.address),
    phone: line(facts.phone),
    email: line(facts.email),
    website: line(facts.website),
    locations: facts.locations.map(({ title, address, number }) => ({
      title: line(title) || business,
      address: line(address),
      number,
    })),
  };
}

/** What a checked box agrees to. The page shows these words, and the consent ledger keeps them. */
export function consentWords(business: string): string {
  return `By checking this box, I agree to receive recurring text messages from ${business} at the number I entered: replies to my questions, appointment and service updates, offers and news. Messages may be sent automatically. Message frequency varies. Message and data rates may apply. Consent isn't a condition of purchase. Reply STOP to opt out or HELP for help.`;
}

/** The one text that a phone gets before its owner has confirmed. What someone typed is never in it. */
export function confirmationText(business: string): string {
  return `${business}: Reply YES to confirm that you want our texts about your questions, appointments, service and offers. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`;
}

/** What the page with the form says around it. */
export const signUpTexts = {
  title: (business: string) => `Get texts from ${business}`,
  about: (business: string) =>
    `Sign up for text messages from ${business}: replies to your questions, appointment and service updates, offers and news.`,
  firstName: "First name",
  lastName: "Last name",
  phone: "Cell phone",
  location: "Location",
  selectLocation: "Select a location",
  submit: "Sign up for texts",
  trap: "Leave this field empty",
  wrong: "Check the highlighted fields. Nothing has been saved yet.",
  again: "You aren't signed up yet. Check the form and press Sign up for texts again.",
  hidden: "We couldn't sign you up. Leave the hidden field empty.",
  tooMany: "We're getting more sign-ups than usual, so you aren't signed up yet. Try again in an hour, or contact us.",
  notReady: (business: string) =>
    `${business} is setting up its texting number. You can sign up here once the number is ready.`,
  sentTitle: "Check your phone",
  sent: (business: string, phone: string) =>
    `We're texting ${phone} to make sure it's yours. Reply YES to that text to start getting texts from ${business}.`,
  sentHint: "We ask each number once a day. If you stopped our texts before, text START to us first.",
  platform: [
    "You agree to these texts when you add your cell phone number to your Rooftop account: in Settings, under Profile, or when you turn on codes at sign-in.",
    "By adding my number, I agree to receive text messages from Rooftop with sign-in codes and account alerts. Message frequency varies. Message and data rates may apply. Consent isn't a condition of purchase. Reply STOP to opt out or HELP for help.",
  ],
  platformTitle: "Texts from Rooftop",
  platformAbout:
    "Rooftop texts people with a Rooftop account: the codes that they sign in with, and alerts they turn on.",
} as const;

/** A number as people read it, to call or to text. */
function phoneLink(phone: string, scheme: "tel" | "sms"): LegalText {
  const number = toE164(phone);
  return number === undefined ? phone : { text: formatPhone(number), href: `${scheme}:${number}` };
}

const isMailbox = (email: string) => /^[^\s@<>"'?&]+@[^\s@<>"'?&]+\.[^\s@<>"'?&]+$/.test(email);

const emailLink = (email: string): LegalText => (isMailbox(email) ? { text: email, href: `mailto:${email}` } : email);

const webAddress = /^(https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d{1,5})?)((?:\/[^\s"'<>\\]*)?)$/i;

/** A link for what is a website's address; anything else stays text. */
function websiteLink(website: string): LegalText {
  const [, scheme = "https://", host, path = ""] = webAddress.exec(website) ?? [];
  if (host === undefined) return website;
  return { text: `${host}${path.replace(/\/$/, "")}`, href: `${scheme}${host}${path}` };
}

/** How to reach the business: a phrase such as "call … or email …"; `fallback` where nothing is known. */
function waysToReach({ phone, email, address }: LegalFacts, fallback: string): LegalText[][] {
  const ways: LegalText[][] = [
    ...(phone === "" ? [] : [["call ", phoneLink(phone, "tel")]]),
    ...(email === "" ? [] : [["email ", emailLink(email)]]),
  ];
  if (ways.length > 0) return ways;
  return [[address === "" ? fallback : `write to us at ${address}`]];
}

const inSentence = (ways: readonly LegalText[][]): LegalText[] =>
  ways.flatMap((way, at) => (at === 0 ? way : [" or ", ...way]));

function contactSection(facts: LegalFacts): LegalSection {
  const { business, legal_name, address, phone, email, website, locations } = facts;
  const named = legal_name === "" ? business : `${legal_name} (${business})`;
  const lines: LegalText[][] = [
    [{ strong: named }],
    ...(address === "" ? [] : [[address]]),
    ...(phone === "" ? [] : [["Phone: ", phoneLink(phone, "tel")]]),
    ...(email === "" ? [] : [["Email: ", emailLink(email)]]),
    ...(website === "" ? [] : [["Website: ", websiteLink(website)]]),
    ...locations.map(({ title, address: place, number }): LegalText[] => [
      place === "" ? title : `${title}, ${place}`,
      ...(number === "" ? [] : [", texts from ", phoneLink(number, "sms")]),
    ]),
  ];
  return { heading: "Contact us", paragraphs: [], list: lines };
}

const additionSection = (business: string, addition: string): LegalSection[] => {
  const paragraphs = addition
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter(Boolean);
  return paragraphs.length === 0
    ? []
    : [{ heading: `More from ${business}`, paragraphs: paragraphs.map((text) => [text]) }];
};

/** A business's privacy policy. @param addition the owner's own words, which come after ours. */
export function privacyPolicy(raw: LegalFacts, links: LegalLinks, addition: string): LegalDocument {
  const facts = shownFacts(raw);
  const { business, legal_name, isPlatform } = facts;
  const owner = legal_name === "" ? business : `${legal_name}, doing business as ${business}`;
  const reach = inSentence(waysToReach(facts, "ask our team"));
  return {
    title: "Privacy policy",
    introduction: [
      `This policy says how ${owner} (“we”) handles personal information when you text, call or email us, write to us on our website, or sign up for our text messages.`,
    ],
    sections: [
      {
        heading: "Your mobile number is never shared for marketing",
        paragraphs: [
          [
            {
              strong:
                "We don't share your mobile number, or your consent to get text messages, with third parties or affiliates for marketing or promotional purposes, and we never sell them.",
            },
          ],
          [
            "The only others that handle them are phone carriers, which deliver our messages, and service providers that run our messaging for us. They may use them for that service alone, never for marketing of their own. Everything this policy says about sharing excludes text message opt-in data and consent in every other case.",
          ],
        ],
      },
      {
        heading: "What we collect",
        paragraphs: [],
        list: [
          ["Your name, mobile number and email address, when you give them to us"],
          [
            isPlatform
              ? "Your account with us, and what you do in it"
              : "The messages, pictures and voicemails you send us, records of our calls, and recordings of calls where we say that we record",
          ],
          ...(isPlatform
            ? []
            : [["Your appointments, and the products and services you ask about, buy or bring to us"]]),
          [
            "What you agreed to: the words we showed you, the date and time, the page, your internet address and your browser",
          ],
          ["Whether our messages were delivered, as carriers report it, and when you opted out"],
        ],
      },
      {
        heading: "How we use it",
        paragraphs: [],
        list: [
          isPlatform
            ? ["To send sign-in codes and the alerts you turn on"]
            : ["To answer you, and to make, confirm and remind you of appointments"],
          [
            isPlatform
              ? "To run and secure your account"
              : "To tell you about your purchase or service, and to ask how it went",
          ],
          ...(isPlatform ? [] : [["To send you offers and news, only if you agreed to get them"]]),
          ["To keep proof of your consent and your opt-outs, and to follow the law"],
        ],
      },
      {
        heading: "Who else sees it",
        paragraphs: [
          [
            "Service providers that work for us, such as those that host our systems and carry our messages and emails, and authorities when the law requires it. None of them may use it for their own marketing, and we don't sell personal information.",
          ],
        ],
      },
      {
        heading: "Your choices",
        paragraphs: [],
        list: [
          ["Reply STOP to any of our texts to opt out of all of them. Reply HELP for help."],
          ["To see, correct or delete your information, ", ...reach, ". We answer within 45 days."],
          ["We may keep what the law asks us to, such as proof of your consent and of your opt-out."],
        ],
      },
      {
        heading: "How long we keep it",
        paragraphs: [
          [
            "As long as we need it to serve you and as the law requires, then we delete it. We keep opt-outs, so that we don't text you again.",
          ],
        ],
      },
      {
        heading: "Security and children",
        paragraphs: [
          [
            "We use reasonable safeguards to protect your information, but no system is perfectly secure. Our text messages aren't meant for children under 13, and we don't knowingly collect their information.",
          ],
        ],
      },
      ...additionSection(business, addition),
      {
        heading: "Changes",
        paragraphs: [
          [
            "When we change this policy, the new one appears here with its date. See also our ",
            { text: "text message terms", href: links.terms },
            ".",
          ],
        ],
      },
      contactSection(facts),
    ],
  };
}

/** A business's terms for text messages. @param addition the owner's own words, which come after ours. */
export function textTerms(raw: LegalFacts, links: LegalLinks, addition: string): LegalDocument {
  const facts = shownFacts(raw);
  const { business, isPlatform } = facts;
  const reach = waysToReach(facts, "ask our team");
  const joining: LegalText[][] = isPlatform
    ? [["By adding your cell phone number to your Rooftop account, in Settings or when you turn on codes at sign-in"]]
    : [
        ["By checking the box on our ", { text: "sign-up page", href: links.texts }, " and replying YES to our text"],
        ["By writing to us in the messaging window on our website"],
        ["By texting or calling us first, or by agreeing in person or on a form when you visit"],
      ];
  return {
    title: "Text message terms",
    introduction: [
      `These terms are for the text messages of ${business} (“we”). By signing up, you agree to them and to our `,
      { text: "privacy policy", href: links.privacy },
      ".",
    ],
    sections: [
      {
        heading: `Program: ${business} text messages`,
        paragraphs: [
          isPlatform
            ? ["We text people with a Rooftop account: codes for signing in, and the account alerts they turn on."]
            : [
                "We text our customers, and people who ask us something: replies to their questions, appointment confirmations and reminders, updates about their purchase or service, requests for a review, and, for those who agreed, offers and news. Some messages are sent automatically.",
              ],
        ],
      },
      {
        heading: "How you join",
        paragraphs: [],
        list: [...joining, [{ strong: "Consent isn't a condition of purchase." }]],
      },
      {
        heading: "How often, and what it costs",
        paragraphs: [
          [
            { strong: "Message frequency varies. Message and data rates may apply." },
            " Your mobile plan decides what a message costs; we don't charge for them.",
          ],
        ],
      },
      {
        heading: "How to stop",
        paragraphs: [
          [
            { strong: "Reply STOP to any of our messages to opt out." },
            ` You get one message that confirms it, and then no more texts from ${business}, whichever of our numbers you replied to. UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE and OPTOUT work, too, and so does telling us in your own words. To get our texts again, text START.`,
          ],
        ],
      },
      {
        heading: "How to get help",
        paragraphs: [
          [
            { strong: "Reply HELP to any of our messages for help" },
            ...reach.flatMap((way): LegalText[] => [", or ", ...way]),
            ".",
          ],
        ],
      },
      {
        heading: "Delivery",
        paragraphs: [
          [
            "Carriers are not liable for delayed or undelivered messages. Messages may not reach every phone or area, so don't rely on them in an emergency: call 911.",
          ],
        ],
      },
      {
        heading: "Your number",
        paragraphs: [
          [
            "Sign up with a number that is your own or that you may use. If you give up the number, reply STOP or let us know first.",
          ],
        ],
      },
      {
        heading: "Privacy",
        paragraphs: [
          [
            "We never share your mobile number or your consent with third parties or affiliates for marketing. Our ",
            { text: "privacy policy", href: links.privacy },
            " says more.",
          ],
        ],
      },
      ...additionSection(business, addition),
      contactSection(facts),
    ],
  };
}
