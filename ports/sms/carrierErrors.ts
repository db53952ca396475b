import type { Refusal, RefusalClass } from "./sms.ts";

type ErrorMeaning = readonly [RefusalClass, string];

const badNumber: ErrorMeaning = ["number", "This is not a valid mobile number."];
const landline: ErrorMeaning = ["number", "This number can't receive texts; it may be a landline."];
const ourNumber: ErrorMeaning = ["configuration", "Our number can't send texts to this phone. Please contact support."];
const badMedia: ErrorMeaning = ["content", "The attachment was not accepted by the carrier."];
const tooLong: ErrorMeaning = ["content", "The text is too long to be sent."];
const rateCap: ErrorMeaning = ["later", "The daily limit for our number is reached. Please try again tomorrow."];
const blocked: ErrorMeaning = ["number", "The carrier blocks texts to this phone."];
const unregistered: ErrorMeaning = [
  "configuration",
  "Our number is not registered for texting yet. Please contact support.",
];
const accountStopped: ErrorMeaning = ["channel", "Texting is stopped for the whole account. Please contact support."];

/** The carrier's error codes. The carrier adds and splits codes without notice, so this is never complete. */
const meanings: Readonly<Record<string, ErrorMeaning>> = {
  20003: accountStopped,
  20005: accountStopped,
  20429: ["later", "The carrier is busy. Please try again in a moment."],
  21211: badNumber,
  21214: badNumber,
  21217: badNumber,
  21265: badNumber,
  21408: ["configuration", "Texting to this region is not enabled. Please contact support."],
  21602: ["content", "The text is empty."],
  21606: ourNumber,
  21610: ["opted_out", "This customer has opted out of texts."],
  21611: ["later", "Too many texts are waiting at our number. Please try again later."],
  21612: ourNumber,
  21614: badNumber,
  21617: tooLong,
  21620: badMedia,
  21623: badMedia,
  21635: landline,
  21659: ourNumber,
  21660: ourNumber,
  21661: ourNumber,
  30001: ["later", "The carrier could not send the text in time. It can be sent again."],
  30002: accountStopped,
  30003: ["later", "The phone could not be reached; it may be switched off."],
  30004: blocked,
  30005: ["number", "This number is unknown or no longer in service."],
  30006: landline,
  30007: ["content", "The carrier filtered this text as unwanted. Please change its wording."],
  30008: ["later", "The carrier could not deliver the text and gave no reason."],
  30019: badMedia,
  30022: rateCap,
  30023: rateCap,
  30032: unregistered,
  30034: unregistered,
};

/** The refusal for a carrier's error code. An unknown code is final for its text, and affects nothing else. */
export function refusalOf(code: string): Refusal {
  const [cls, words]: ErrorMeaning = (Object.hasOwn(meanings, code) && meanings[code]) || [
    "unknown",
    unknownWords(code),
  ];
  return { code, class: cls, words };
}

function unknownWords(code: string): string {
  return code ? `The carrier did not accept this text (code ${code}).` : "The carrier did not accept this text.";
}
