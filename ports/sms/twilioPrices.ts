import * as z from "zod/mini";
import type { TextPrices } from "./numbers.ts";
import type { TwilioRest } from "./twilioRest.ts";

const Price = z.object({ number_type: z.nullish(z.string()), current_price: z.nullish(z.string()) });
const NumberPrices = z.object({ phone_number_prices: z.array(Price) });
const MessagingPrices = z.object({
  inbound_sms_prices: z.array(Price),
  outbound_sms_prices: z.array(z.object({ prices: z.array(Price) })),
});

/** Prices change a few times a year; a carrier that can't be asked is asked again soon. */
const freshFor = { known: 3_600_000, unknown: 60_000 };

/** The address of Twilio's price list: a host of its own beside api.twilio.com, the same one where a stand-in is used. */
export function pricingUrlOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  url.hostname = url.hostname.replace(/^api\./, "pricing.");
  return url.href.replace(/\/+$/, "");
}

/** Twilio's own price list for the US. What it doesn't say is not made up. */
export function createTwilioPrices(rest: TwilioRest) {
  return {
    /** A local number's price per month; empty when it isn't known. */
    number: remembered(async () => {
      const { body } = await rest.get("/v1/PhoneNumbers/Countries/US");
      const list = z.safeParse(NumberPrices, body);
      return list.success ? localPrice(list.data.phone_number_prices) : "";
    }, ""),
    /** A segment's price. Outbound it differs by the phone's carrier: the highest, so that nobody is surprised. */
    text: remembered<TextPrices | undefined>(async () => {
      const { body } = await rest.get("/v1/Messaging/Countries/US");
      const list = z.safeParse(MessagingPrices, body);
      if (!list.success) return undefined;
      const inbound = localPrice(list.data.inbound_sms_prices);
      const outbound = list.data.outbound_sms_prices
        .map(({ prices }) => localPrice(prices))
        .reduce((one, other) => (Number(other) > Number(one) ? other : one), "");
      return inbound && outbound ? { inbound, outbound } : undefined;
    }, undefined),
  };
}

function localPrice(prices: readonly z.output<typeof Price>[]): string {
  const local = prices.find(({ number_type }) => number_type === "local") ?? prices.find((one) => !one.number_type);
  return local?.current_price ?? "";
}

/** Asks once in a while; a failure is an answer that isn't known. */
function remembered<T>(ask: () => Promise<T>, unknown: T): () => Promise<T> {
  let kept: Promise<T> | undefined;
  let until = 0;
  return () => {
    if (kept && Date.now() < until) return kept;
    until = Date.now() + freshFor.known;
    kept = ask()
      .catch(() => unknown)
      .then((value) => {
        if (!value) until = Date.now() + freshFor.unknown;
        return value;
      });
    return kept;
  };
}
