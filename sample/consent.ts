import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { DatedCustomer, SampleCustomer } from "./customers.ts";
import type { SeededDealership } from "./staff.ts";

/** Of ten named customers, how many signed for texts. */
const signedOfTen = 7;
const words = "I agree to get texts from Sunrise Motors about my vehicle, appointments and offers.";

/** Records who agreed to texts: most of those who were entered at the dealership, and nobody who only texted. */
export async function addOptIns(
  { db }: UnitOfWork,
  { dealer_id }: SeededDealership,
  customers: readonly DatedCustomer[],
): Promise<void> {
  const events = customers
    .filter(({ first_name }, index) => first_name !== "" && index % 10 < signedOfTen)
    .map(({ phone, created_at }) => ({ dealer_id, phone, event: "granted", source: "form", words, at: created_at }));
  await db.insertInto("consent_events").values(events).execute();
}

/** The customers of each location who asked at the counter not to be texted, by their place among those without texts. */
const optedOutAt = [9, 31];

/** Records those who opted out without a text of their own. */
export async function addOptOuts(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  others: readonly (readonly SampleCustomer[])[],
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - 8 * 24 * 3_600_000);
  for (const [index, { writers }] of locations.entries()) {
    for (const place of optedOutAt) {
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
