import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { phoneProblem, toE164 } from "#core/phone.ts";
import { CallResult, type ContextOf, type Handlers } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { rememberBrowser } from "#domains/accounts/server/browsers.ts";
import { hashNewPassword } from "#domains/accounts/server/password.ts";
import { addPerson } from "#domains/accounts/server/people.ts";
import { openSession } from "#domains/accounts/server/signIn.ts";
import { isEmailTakenError } from "#domains/accounts/server/store.ts";
import { addressLine, timeZoneOf } from "#domains/locations/rules.ts";
import { saveFirstLocation } from "#domains/locations/server/public.ts";
import {
  type BusinessLocation,
  type emailProof,
  type FirstLocation,
  proofEndedText,
  type RegisteredUser,
  type Registration,
  type registration,
} from "../contract.ts";
import { emailProofWait, trialEnd } from "../rules.ts";
import { mailProof } from "./emailProof.ts";
import { requestEmailProof } from "./public.ts";
import {
  choiceExists,
  insertDealer,
  isEmailRegistered,
  listChoices,
  proofByToken,
  setDealerChoices,
  setEmailProved,
} from "./store.ts";

const emailRegistered = () => invalidField("email", "This email is already registered. Log in instead.");

export const registrationHandlers: Handlers<typeof registration> = {
  async checkEmail({ db }, { body }) {
    if (await isEmailRegistered(db, body.email)) throw emailRegistered();
    return null;
  },

  async register({ within, origin, cookies }, { body }) {
    if (await within.control.read("registration", (db) => isEmailRegistered(db, body.email))) throw emailRegistered();
    // Hashing is slow on purpose, so no database connection is held meanwhile.
    const password_hash = await hashNewPassword(body.password);
    try {
      const request = { origin, cookies };
      return await within.control("registration", (unit) => register(unit, request, body, password_hash), origin);
    } catch (error) {
      // A concurrent registration took the same email.
      throw isEmailTakenError(error) ? emailRegistered() : error;
    }
  },

  async industries({ db }) {
    return { allIndustries: await listChoices(db, "industries") };
  },

  async features({ db }) {
    return { allFeatures: await listChoices(db, "features") };
  },

  async complete({ within, origin, scope }, { body }) {
    return within.cellOf(scope, "registration", (unit) => complete(unit, scope.dealer_id, body), origin);
  },
};

type Request = Pick<ContextOf<(typeof registration)["register"]>, "origin" | "cookies">;

async function register(
  unit: UnitOfWork,
  { origin, cookies }: Request,
  { password: _, zip, ...draft }: Registration,
  password_hash: string,
): Promise<RegisteredUser> {
  const { business_name, first_name, last_name } = draft;
  const phone = toE164(draft.phone) ?? "";
  const problem = phoneProblem(phone);
  if (problem) throw invalidField("phone", problem);
  const email = draft.email.toLowerCase();
  const trial_ends_at = trialEnd(unit.now());
  const dealer_id = await insertDealer(unit.db, { business_name, email, phone, zip, trial_ends_at });
  const user_type = "dealer";
  const id = await addPerson(unit, { dealer_id, first_name, last_name, email, phone, user_type, password_hash });
  const access_token = await openSession(unit, { dealer_id, user_id: id }, origin);
  await rememberBrowser(unit, cookies, { dealer_id, user_id: id });
  const entry = { action: "registered", subject: "dealer", subject_id: dealer_id };
  await unit.audit({ ...entry, dealer_id, user_id: id });
  requestEmailProof(unit, dealer_id);
  const person = { id, first_name, last_name, email, user_type, dealer_id } as const;
  return { ...person, access_token, business_name, dealer_phone_number: phone };
}

async function complete(unit: UnitOfWork, dealer_id: number, body: BusinessLocation): Promise<FirstLocation> {
  const { industry_id, feature_id, location, title, ...address } = body;
  if (!(await choiceExists(unit.db, "industries", industry_id)))
    throw invalidField("industry_id", "Choose an industry");
  if (!(await choiceExists(unit.db, "features", feature_id))) throw invalidField("feature_id", "Choose a feature");
  const { business_name } = orNotFound(await setDealerChoices(unit.db, dealer_id, industry_id, feature_id));
  const time_zone = timeZoneOf(address.state, address.postal_code);
  const location_title = title || location;
  const saved = await saveFirstLocation(unit.db, dealer_id, { ...address, title: location_title, time_zone });
  if (!saved) {
    const text = "Registration is already complete. Edit your locations under Locations.";
    throw new Failure("conflict", text);
  }
  const action = saved.isNew ? "added" : "changed";
  await unit.audit({ action, subject: "location", subject_id: saved.location_id, dealer_id });
  return { location_id: saved.location_id, location_title, location_address: addressLine(address), business_name };
}

export const emailProofHandlers: Handlers<typeof emailProof> = {
  async confirm({ within, origin }, { body }) {
    const token_hash = hashToken(body.token);
    return within.cellOf(
      { entry: "email proof", key: token_hash },
      "email proof",
      async ({ db, now, audit }) => {
        const proof = await proofByToken(db, token_hash, now());
        if (!proof) throw invalidField("token", proofEndedText);
        const { dealer_id, user_id, email, business_name } = proof;
        const entry = { action: "confirmed the email of", subject: "dealer", subject_id: dealer_id, detail: { email } };
        if (await setEmailProved(db, dealer_id, now())) await audit({ ...entry, dealer_id, user_id });
        return { email, business_name };
      },
      origin,
    );
  },

  async resend(context) {
    const email = await mailProof(context, context.scope.dealer_id);
    if (!email) return new CallResult("Your email is already confirmed", { is_proved: true, resend_after: 0 }, "info");
    const data = { is_proved: false, resend_after: emailProofWait };
    return new CallResult(`We sent another link to ${email}`, data);
  },
};
