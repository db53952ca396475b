import * as z from "zod/mini";
import type { TextPrices } from "../numbers.ts";
import type { TwilioRest } from "./rest.ts";

const Price = z.object({ number_type: z.nullish(z.string()), current_price: z.nullish(z.string()) });
const NumberPrices = z.object({ phone_number_prices: z.array(Price) });
const MessagingPrices = z.object({
  inbound_sms_prices: z.array(Price),
  outbound_sms_prices: z.array(z.object({ prices: z.array(Price) })),
});

interface NumberPriceList {
  readonly local: string;
  readonly tollFree: string;
}

/** Cache lifetimes: prices change a few times a year; a failed request is retried soon. */
const cacheMs = { known: 3_600_000, unknown: 60_000 };

/** Twilio's price list for the US. */
export function createTwilioPrices(rest: TwilioRest) {
  return {
    /** The monthly prices of a local and of a toll-free number, each empty when unknown; undefined when both are. */
    numbers: cached<NumberPriceList | undefined>(async () => {
      const { body } = await rest.get("/v1/PhoneNumbers/Countries/US");
      const list = z.safeParse(NumberPrices, body);
      if (!list.success) return undefined;
      const prices = list.data.phone_number_prices;
      const tollFree = prices.find(({ number_type }) => number_type === "toll free")?.current_price ?? "";
      return { local: localPrice(prices), tollFree };
    }, undefined),
    /** A segment's prices. Outbound prices differ by the phone's carrier; this is the highest. */
    text: cached<TextPrices | undefined>(async () => {
      const { body } = await rest.get("/v1/Messaging/Countries/US");
      const list = z.safeParse(MessagingPrices, body);
      if (!list.success) return undefined;
      const inbound = localPrice(list.data.inbound_sms_prices);
      const outbound = list.data.outbound_sms_prices
        .map(({ prices }) => localPrice(prices))
        .reduce((highest, price) => (Number(price) > Number(highest) ? price : highest), "");
      return inbound && outbound ? { inbound, outbound } : undefined;
    }, undefined),
  };
}

function localPrice(prices: readonly z.output<typeof Price>[]): string {
  const local = prices.find(({ number_type }) => number_type === "local") ?? prices.find((price) => !price.number_type);
  return local?.current_price ?? "";
}

/** Caches `fetchValue`; a failure yields `unknown`. */
function cached<T>(fetchValue: () => Promise<T>, unknown: T): () => Promise<T> {
  let value: Promise<T> | undefined;
  let expiresAt = 0;
  return () => {
    if (value && Date.now() < expiresAt) return value;
    expiresAt = Date.now() + cacheMs.known;
    value = fetchValue()
      .catch(() => unknown)
      .then((result) => {
        if (!result) expiresAt = Date.now() + cacheMs.unknown;
        return result;
      });
    return value;
  };
}
