import * as z from "zod/mini";
import { isTollFreeCode } from "#core/phone.ts";
import { NeverLeft } from "../../deadline.ts";
import {
  type AvailableNumber,
  type BuyResult,
  type CarrierNumbers,
  type NumberSearchResult,
  type OwnershipResult,
  tollFreePlace,
  tooLateToBuy,
} from "../numbers.ts";
import type { TwilioAccount } from "./account.ts";
import { createTwilioPrices } from "./prices.ts";
import type { TwilioResponse, TwilioRest } from "./rest.ts";

const optionalBoolean = z.optional(z.boolean());
// Twilio spells these in upper case in one place, in lower case elsewhere.
const Capabilities = z.nullish(
  z.object({
    voice: optionalBoolean,
    SMS: optionalBoolean,
    MMS: optionalBoolean,
    sms: optionalBoolean,
    mms: optionalBoolean,
  }),
);
const ForSale = z.object({
  phone_number: z.string().check(z.regex(/^\+1\d{10}$/)),
  locality: z.nullish(z.string()),
  region: z.nullish(z.string()),
  capabilities: Capabilities,
});
const SalesList = z.object({ available_phone_numbers: z.array(ForSale) });

const Owned = z.object({
  sid: z.string().check(z.regex(/^PN[0-9a-fA-F]{32}$/)),
  phone_number: z.string(),
  capabilities: Capabilities,
});
const OwnedList = z.object({ incoming_phone_numbers: z.array(Owned) });

/** API error codes for a number that is not for sale. */
const takenCodes = new Set(["21422"]);

const explanations: Readonly<Record<string, string>> = {
  20003: "The carrier does not accept our credentials.",
  20429: "The carrier is busy. Try again in a moment.",
  21404: "The carrier's trial account can't buy another number.",
  21421: "The carrier does not know this number.",
  21422: "This number is no longer for sale. Select another.",
  21615: "The carrier needs a local address on file for this number. Select another.",
  21631: "The carrier needs an address on file for this number. Select another.",
};

interface TwilioNumbersSettings extends TwilioAccount {
  readonly publicUrl: string;
}

/** Twilio's numbers. Purchases have no idempotency key, so each names an exact number and is never retried here. */
export function createTwilioNumbers(
  settings: TwilioNumbersSettings,
  rest: TwilioRest,
  pricing: TwilioRest,
): CarrierNumbers {
  const account = `/2010-04-01/Accounts/${settings.accountSid}`;
  const ownPath = `${account}/IncomingPhoneNumbers.json`;
  const prices = createTwilioPrices(pricing);

  async function search(digits: string): Promise<NumberSearchResult> {
    const isTollFree = isTollFreeCode(digits.slice(0, 3));
    const query = new URLSearchParams({ [digits.length === 3 ? "AreaCode" : "Contains"]: digits });
    query.set("SmsEnabled", "true");
    query.set("PageSize", "20");
    const [answer, known] = await Promise.all([
      rest.get(`${account}/AvailablePhoneNumbers/US/${isTollFree ? "TollFree" : "Local"}.json?${query}`),
      prices.numbers(),
    ]);
    const price = (isTollFree ? known?.tollFree : known?.local) ?? "";
    // A nonexistent area code is not a failure: it just has no numbers.
    if (answer.status === 404) return { kind: "found", numbers: [] };
    if (answer.status !== 200) return { kind: "failed", words: explanationOf(answer) };
    const list = z.safeParse(SalesList, answer.body);
    if (!list.success) return { kind: "failed", words: "The carrier's answer could not be read." };
    return { kind: "found", numbers: list.data.available_phone_numbers.map((one) => forSale(one, price, isTollFree)) };
  }

  return {
    async search(digits) {
      try {
        return await search(digits);
      } catch {
        return { kind: "failed", words: "The carrier didn't respond. Try again in a moment." };
      }
    },

    async buy(number, leaveBy) {
      const purchase = webhooksOf(settings.publicUrl);
      purchase.set("PhoneNumber", number);
      try {
        return buyResultOf(await rest.post(ownPath, purchase, leaveBy));
      } catch (error) {
        if (error instanceof NeverLeft) return { kind: "refused", words: tooLateToBuy, taken: false };
        return { kind: "lost", why: reasonOf(error) };
      }
    },

    async checkOwnership(number) {
      try {
        return ownResultOf(number, await rest.get(`${ownPath}?${new URLSearchParams({ PhoneNumber: number })}`));
      } catch (error) {
        return { kind: "unclear", why: reasonOf(error) };
      }
    },

    async takeOver(sid, leaveBy) {
      const form = webhooksOf(settings.publicUrl);
      // Each of these would win over the addresses.
      for (const other of ["SmsApplicationSid", "VoiceApplicationSid", "TrunkSid"]) form.set(other, "");
      const path = `${account}/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;
      const { status } = await rest.post(path, form, leaveBy);
      if (status < 200 || status > 299) throw new Error(`The carrier did not lead ${sid} here (status ${status})`);
    },

    async release(sid) {
      const { status } = await rest.remove(`${account}/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`);
      if (status !== 404 && (status < 200 || status > 299)) {
        throw new Error(`The carrier did not take ${sid} back (status ${status})`);
      }
    },

    textPrices: () => prices.text(),
  };
}

function webhooksOf(publicUrl: string): URLSearchParams {
  const webhooks = `${publicUrl.replace(/\/+$/, "")}/webhooks/twilio`;
  return new URLSearchParams({
    SmsUrl: `${webhooks}/message`,
    SmsMethod: "POST",
    // The same URL: a webhook that could not be stored is delivered once more.
    SmsFallbackUrl: `${webhooks}/message`,
    SmsFallbackMethod: "POST",
    VoiceUrl: `${webhooks}/voice`,
    VoiceMethod: "POST",
    VoiceFallbackUrl: `${webhooks}/voice`,
    VoiceFallbackMethod: "POST",
    // Reports the end of a call.
    StatusCallback: `${webhooks}/recording`,
    StatusCallbackMethod: "POST",
  });
}

function buyResultOf(answer: TwilioResponse): BuyResult {
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    const number = z.safeParse(Owned, body);
    return number.success
      ? { kind: "bought", ...ownedNumber(number.data) }
      : { kind: "lost", why: `The carrier's answer ${status} could not be read` };
  }
  // A proxy's 408 says nothing about what Twilio did.
  if (status >= 400 && status < 500 && status !== 408) {
    return { kind: "refused", words: explanationOf(answer), taken: takenCodes.has(codeOf(answer)) };
  }
  return { kind: "lost", why: `The carrier answered with status ${status}` };
}

function ownResultOf(number: string, { status, body }: TwilioResponse): OwnershipResult {
  const list = status === 200 ? z.safeParse(OwnedList, body) : undefined;
  if (!list?.success) return { kind: "unclear", why: `The carrier's list could not be read (status ${status})` };
  // The filter also matches numbers that merely contain these digits.
  const ours = list.data.incoming_phone_numbers.find((one) => one.phone_number === number);
  return ours ? { kind: "ours", ...ownedNumber(ours) } : { kind: "not ours" };
}

function ownedNumber({ sid, capabilities }: z.output<typeof Owned>): { sid: string; mms?: boolean } {
  const mms = capabilities?.mms ?? capabilities?.MMS;
  return mms === undefined || mms === null ? { sid } : { sid, mms };
}

function forSale(
  { phone_number, locality, region, capabilities }: z.output<typeof ForSale>,
  price: string,
  isTollFree: boolean,
): AvailableNumber {
  return {
    number: phone_number,
    city: isTollFree ? tollFreePlace : (locality ?? ""),
    state: isTollFree ? "" : (region ?? ""),
    price,
    sms: capabilities?.SMS ?? capabilities?.sms ?? false,
    mms: capabilities?.MMS ?? capabilities?.mms ?? false,
    voice: capabilities?.voice ?? false,
    isTollFree,
  };
}

function codeOf({ status, body }: TwilioResponse): string {
  if (status === 401) return "20003";
  if (status === 429) return "20429";
  return typeof body.code === "number" || typeof body.code === "string" ? String(body.code) : "";
}

function explanationOf(answer: TwilioResponse): string {
  const code = codeOf(answer);
  if (Object.hasOwn(explanations, code)) return explanations[code] ?? "";
  return `The carrier refused (${code ? `code ${code}` : `status ${answer.status}`}).`;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
