import { invalidField } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { stateCode } from "#core/states.ts";
import { trialEnd } from "#domains/accounts/registration/rules.ts";
import {
  choiceExists,
  insertDealer,
  isEmailRegistered,
  setDealerChoices,
} from "#domains/accounts/registration/server/public.ts";
import { addPerson } from "#domains/accounts/server/public.ts";
import { addressLine, timeZoneOf } from "#domains/locations/rules.ts";
import { saveFirstLocation } from "#domains/locations/server/public.ts";
import type { ClientDraft } from "../contract.ts";

export const emailTaken = () => invalidField("email", "This email is already registered.");

/** Adds a business as registration and its wizard would; the owner has to change the operator's password. */
export async function addClient(unit: UnitOfWork, draft: ClientDraft, password_hash: string) {
  const { db, now } = unit;
  const { business_name, first_name, last_name, zip, title, address, address_2, city, postal_code } = draft;
  const email = draft.email.toLowerCase();
  if (await isEmailRegistered(db, email)) throw emailTaken();
  const phone = toE164(draft.phone) ?? "";
  const state = stateCode(draft.state) ?? "";
  const dealer = { business_name, email, phone, zip, trial_ends_at: trialEnd(now()), email_proved_at: now() };
  const dealer_id = await insertDealer(db, dealer);
  await saveChoices(unit, dealer_id, draft);
  const owner = { dealer_id, first_name, last_name, email, phone, user_type: "dealer", password_hash } as const;
  await addPerson(unit, { ...owner, must_change_password: true });
  const addressFields = { address, address_2, city, state, postal_code };
  const time_zone = timeZoneOf(state, postal_code);
  const location = await saveFirstLocation(db, dealer_id, { ...addressFields, title, time_zone });
  if (!location) throw new Error("A new business has locations");
  await unit.audit({ action: "was added by the operator", subject: "dealer", subject_id: dealer_id, dealer_id });
  return { location_id: location.location_id, location_address: addressLine(addressFields) };
}

async function saveChoices(
  { db }: UnitOfWork,
  dealer_id: number,
  { industry_id, feature_id }: ClientDraft,
): Promise<void> {
  if (industry_id === undefined || feature_id === undefined) return;
  const areValid =
    (await choiceExists(db, "industries", industry_id)) && (await choiceExists(db, "features", feature_id));
  if (areValid) await setDealerChoices(db, dealer_id, industry_id, feature_id);
}
