import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { textRegistration } from "#domains/textRegistration/contract.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { completeDraft, saveDraft } from "#testing/registration/registeringBusiness.ts";
import type { TestApp } from "#testing/testApp.ts";

/** What the business of a caller says about itself, with a campaign that carriers refused. */
export async function createRegistration(app: TestApp, call: Caller) {
  const { email } = (await call(settings.profile)).data;
  const { rows } = await app.pool.query<{ dealer_id: number; user_type: string }>(
    "select dealer_id, user_type from users where email = $1",
    [email],
  );
  const { dealer_id = 0, user_type = "" } = rows[0] ?? {};
  const isOwner = user_type === "dealer";
  if (isOwner && (await call(textRegistration.overview)).data.profile.website === "") {
    await saveDraft(call);
    // The version that requests name.
    await app.pool.query("update carrier_profiles set version = 1 where dealer_id = $1", [dealer_id]);
  }
  if (!isOwner) await saveRows(app, dealer_id);
  return { carrierRegistration: await refusedCampaign(app, dealer_id) };
}

/** What an owner would have saved. */
async function saveRows({ pool }: TestApp, dealer_id: number): Promise<void> {
  const profile =
    "insert into carrier_profiles (dealer_id, legal_name) values ($1, 'Harbor Auto') on conflict do nothing";
  await pool.query(profile, [dealer_id]);
  await pool.query(
    `insert into legal_page_additions (dealer_id, saved_at, saved_by) values ($1, now(), 1) on conflict do nothing`,
    [dealer_id],
  );
}

async function refusedCampaign({ pool }: TestApp, dealer_id: number): Promise<number> {
  const added = await pool.query<{ id: number }>(
    `insert into carrier_registrations (dealer_id, kind, state, facts_sealed, submitted_at, decided_at)
     values ($1, 'campaign', 'refused', 'sealed', now(), now())
     on conflict (dealer_id, kind, number) do update set state = 'refused' returning id`,
    [dealer_id],
  );
  const id = added.rows[0]?.id ?? 0;
  await pool.query(
    `insert into carrier_registration_steps
       (dealer_id, registration_id, round, step, state, sid, began_at)
     values ($1::bigint, $2, 1, 'campaign', 'done', 'CM' || $1::text, now()) on conflict do nothing`,
    [dealer_id, id],
  );
  await pool.query(
    "insert into carrier_registration_events (dealer_id, at, kind, what) values ($1, now(), 'campaign', 'refused')",
    [dealer_id],
  );
  return id;
}

const { opt_in_ways, ...draft } = completeDraft;

/** A business without rows yet. */
interface UnregisteredBusiness {
  readonly app: TestApp;
  readonly fresh: Dealership;
}

/** A fresh business whose owner has filled everything in. */
async function filledIn({ app, fresh }: UnregisteredBusiness) {
  const call = await app.signIn(fresh.owner);
  const version = await saveDraft(call);
  return { token: await app.token(fresh.owner), values: { version, password } };
}

export const registrationPreparations = {
  "textRegistration.saveDraft": async ({ app, fresh }: UnregisteredBusiness) => ({
    token: await app.token(fresh.owner),
    values: { ...draft, opt_in_ways: [...opt_in_ways], ein: "95-1274821", version: 0 },
  }),
  "textRegistration.suggestions": async ({ app, fresh }: UnregisteredBusiness) => ({
    token: await app.token(fresh.owner),
    values: { opt_in_ways: ["website"], brand_name: "Harbor Auto" },
  }),
  "textRegistration.checkWebsite": async (setting: UnregisteredBusiness) => ({
    ...(await filledIn(setting)),
    values: { website: draft.website, brand_name: draft.brand_name },
  }),
  "textRegistration.submit": filledIn,
  "textRegistration.resubmit": async (setting: UnregisteredBusiness) => {
    const { values, token } = await filledIn(setting);
    return { token, values: { ...values, id: await refusedCampaign(setting.app, setting.fresh.dealer_id) } };
  },
  "textRegistration.verifyTollFree": async (setting: UnregisteredBusiness) => {
    const number = `+1888${freshPhone().slice(5)}`;
    const { dealer_id, location_id } = setting.fresh;
    await setting.app.pool.query(
      `insert into phone_numbers (number, dealer_id, location_id, provider, provider_sid, kind, registration)
       values ($1, $2, $3, 'simulator', 'PN1', 'tracking', 'missing')`,
      [number, dealer_id, location_id],
    );
    const { values, token } = await filledIn(setting);
    return { token, values: { ...values, number } };
  },
};
