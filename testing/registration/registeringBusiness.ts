import type { Caller } from "#core/client.ts";
import { type ProfileDraft, textRegistration } from "#domains/textRegistration/contract.ts";
import { type Dealership, password } from "../dealership.ts";
import type { TestApp } from "../testApp.ts";

/** A tax number that nothing may repeat. */
export const taxNumber = "951274821";

/** What an owner fills in, complete and fit to be submitted. */
export const completeDraft = {
  legal_name: "Harbor Auto of Ontario LLC",
  brand_name: "Harbor Auto",
  business_type: "llc",
  ownership: "private",
  stock_exchange: "",
  stock_ticker: "",
  website: "https://harborauto.example",
  email: "office@harborauto.example",
  street: "12 Pier St",
  city: "Ontario",
  state: "CA",
  zip: "91761",
  first_name: "Nora",
  last_name: "Diaz",
  representative_email: "nora@harborauto.example",
  phone: "(909) 555-0177",
  job_title: "General Manager",
  job_position: "gm",
  volume: "low",
  opt_in_ways: ["website", "in_person"],
  message_flow:
    "Customers check a box on https://rooftop.test/legal/harbor/texts that says who texts, that message frequency varies, that message and data rates may apply, and how to get HELP and to STOP.",
  description: "Harbor Auto texts its customers about appointments, service and, with consent, offers.",
  samples: [
    "Harbor Auto: Hi [first name], your appointment is on [date]. Reply STOP to opt out.",
    "Harbor Auto: Your car is due for service. Reply to book. Reply STOP to opt out.",
  ],
  is_direct_lending: 0,
  is_age_gated: 0,
  privacy_url: "",
  terms_url: "",
} as const satisfies Omit<ProfileDraft, "version" | "ein" | "opt_in_ways" | "samples"> & {
  opt_in_ways: readonly string[];
  samples: readonly string[];
};

/** A business whose numbers the carrier sold and nobody registered yet. */
export async function registeringBusiness(app: TestApp): Promise<{ dealer: Dealership; owner: Caller }> {
  const dealer = await app.dealership();
  const numbers = `update phone_numbers set registration = 'missing', provider_sid = 'PN' || md5(number) where dealer_id = $1`;
  await app.pool.query(numbers, [dealer.dealer_id]);
  return { dealer, owner: await app.signIn(dealer.owner) };
}

/** Saves a draft over the one that is there. @returns the version. */
export async function saveDraft(owner: Caller, change: object = {}): Promise<number> {
  const { version } = (await owner(textRegistration.overview)).data.profile;
  const body = { ...completeDraft, ein: "95-1274821", ...change, version } as never;
  return (await owner(textRegistration.saveDraft, { body })).data.version;
}

export async function submitDraft(owner: Caller, change: object = {}): Promise<void> {
  await owner(textRegistration.submit, { body: { version: await saveDraft(owner, change), password } });
}
