import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { DatedCustomer, SampleCustomer } from "./customers.ts";
import type { SeededDealership } from "./staff.ts";

/** Of ten named customers, how many signed for texts. */
const signedOfTen = 7;
/** Whether the customer at this place was among them. */
export const isOptedIn = (place: number) => place % 10 < signedOfTen;
const words = "I agree to get texts from Sunrise Motors about my vehicle, appointments and offers.";

/** Records who agreed to texts: most of those who were entered at the dealership, and nobody who only texted. */
export async function addOptIns(
  { db }: UnitOfWork,
  { dealer_id }: SeededDealership,
  customers: readonly DatedCustomer[],
): Promise<void> {
  const events = customers
    .filter(({ first_name }, index) => first_name !== "" && isOptedIn(index))
    .map(({ phone, created_at }) => ({ dealer_id, phone, event: "granted", source: "form", words, at: created_at }));
  await db.insertInto("consent_events").values(events).execute();
}

/** Who asked at the counter not to be texted, by their place among a location's customers without texts: before the campaign… */
export const optedOutBefore = 9;
/** …and in the days after it. */
export const optedOutAfterCampaign = 31;
const optOuts = [
  { place: optedOutBefore, days: 20 },
  { place: optedOutAfterCampaign, days: 9 },
];

/** Records those who opted out without a text of their own. */
export async function addOptOuts(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  others: readonly (readonly SampleCustomer[])[],
  now: Date,
): Promise<void> {
  for (const [index, { writers }] of locations.entries()) {
    for (const { place, days } of optOuts) {
      const at = new Date(now.getTime() - days * 24 * 3_600_000);
      const phone = others[index]?.[place]?.phone;
      if (phone === undefined) throw new Error("There are more opt-outs than customers");
      const user_id = writers[0]?.user_id ?? null;
      const revocation = { dealer_id, phone, event: "revoked", source: "staff", words: "", user_id, at };
      const event = db.insertInto("consent_events").values(revocation).returning("id");
      const { id: event_id } = await event.executeTakeFirstOrThrow();
      await db.insertInto("suppressions").values({ dealer_id, phone, event_id, since: at }).execute();
    }
  }
}
