import type { Refusal, RefusalClass } from "./sms.ts";

type ErrorMeaning = readonly [RefusalClass, string];

const badNumber: ErrorMeaning = ["number", "This is not a valid mobile number."];
const landline: ErrorMeaning = ["number", "This number can't receive texts; it may be a landline."];
const ourNumber: ErrorMeaning = ["configuration", "Our number can't text this phone. Contact support."];
const badMedia: ErrorMeaning = ["content", "The carrier didn't accept the attachment."];
const tooLong: ErrorMeaning = ["content", "This text is too long to send."];
const rateCap: ErrorMeaning = ["later", "Our number has reached its daily limit. Try again tomorrow."];
const blocked: ErrorMeaning = ["number", "The carrier blocked texts to this phone."];
const unregistered: ErrorMeaning = ["configuration", "Our number isn't registered for texting yet. Contact support."];
const accountStopped: ErrorMeaning = ["channel", "Texting is suspended for your account. Contact support."];

/** The carrier's error codes. The carrier adds and splits codes without notice, so this is never complete. */
const meanings: Readonly<Record<string, ErrorMeaning>> = {
  20003: accountStopped,
  20005: accountStopped,
  20429: ["later", "The carrier is busy. Try again in a moment."],
  21211: badNumber,
  21214: badNumber,
  21217: badNumber,
  21265: badNumber,
  21408: ["configuration", "Texting to this region isn't enabled. Contact support."],
  21602: ["content", "This text is empty."],
  21606: ourNumber,
  21610: ["opted_out", "This customer has opted out of texts."],
  21611: ["later", "Too many texts are waiting to go out from our number. Try again later."],
  21612: ourNumber,
  21614: badNumber,
  21617: tooLong,
  21620: badMedia,
  21623: badMedia,
  21635: landline,
  21659: ourNumber,
  21660: ourNumber,
  21661: ourNumber,
  30001: ["later", "The carrier couldn't send this text in time. Try sending it again."],
  30002: accountStopped,
  30003: ["later", "The phone couldn't be reached. It may be off."],
  30004: blocked,
  30005: ["number", "This number is unknown or no longer in service."],
  30006: landline,
  30007: ["content", "The carrier blocked this text as spam. Change its wording."],
  30008: ["later", "The carrier couldn't deliver this text and gave no reason."],
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
  return code ? `The carrier didn't accept this text (code ${code}).` : "The carrier didn't accept this text.";
}
