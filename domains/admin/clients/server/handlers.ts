import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { tablePage } from "#core/server/table.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { stateCode } from "#core/states.ts";
import { trialEnd } from "#domains/accounts/registration/rules.ts";
import {
  choiceExists,
  insertDealer,
  isEmailRegistered,
  setDealerChoices,
  setEmailProved,
} from "#domains/accounts/registration/server/public.ts";
import { addPerson, changePassword, hashNewPassword, isEmailTakenError } from "#domains/accounts/server/public.ts";
import { requireConfirmation } from "#domains/accounts/twoFactor/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { addressLine, timeZoneOf } from "#domains/locations/rules.ts";
import { registeredNumbers, requestedNumbers, saveFirstLocation } from "#domains/locations/server/public.ts";
import type { TextPrices } from "#ports/sms/numbers.ts";
import { type Client, type ClientDraft, type clients, type PurchaseState, searchDigits } from "../contract.ts";
import { textsPrice } from "../rules.ts";
import { buyNumber } from "./buyNumber.ts";
import { nextLocationForNumber } from "./purchaseStore.ts";
import {
  campaignCountsOf,
  clientById,
  clientRows,
  clientRowsByRegistration,
  ownerOf,
  purchaseById,
  purchasesOf,
} from "./store.ts";

export const clientHandlers: Handlers<typeof clients> = {
  async table({ ports, within, secret }, { body }) {
    const prices = await ports.sms.numbers.textPrices();
    const { page, countsOf } = await within.control("clients", async ({ db, now }) => {
      const rows = clientRowsByRegistration(clientRows(db, body.filterBy, now()), body.registration);
      const page = await tablePage(db, rows, body, {
        sortable: [
          "id",
          "client_name",
          "company",
          "email",
          "phone_no_request",
          "created_at",
          "total_customers",
          "inbound_sms",
          "outbound_sms",
        ],
        texts: ["client_name", "company", "email"],
        searchable: ["client_name", "company", "email", "phone", "phone_no", "address"],
        order: [["id", "desc"]],
      });
      const ids = page.rows.map(({ id }) => id);
      return { page, countsOf: await campaignCountsOf(db, ids) };
    });
    const now = ports.clock.now();
    const rows = page.rows.map((row) => {
      return { ...clientView(row, prices, secret, now), ...countsOf(row.id) };
    });
    return { ...page, rows };
  },

  async add({ within, origin }, { body }) {
    // Slow on purpose, so it runs before a database connection is taken.
    const password_hash = await hashNewPassword(body.password);
    try {
      return await within.control("add a client", (unit) => addClient(unit, body, password_hash), origin);
    } catch (error) {
      // Someone registered the same email meanwhile.
      throw isEmailTakenError(error) ? emailTaken() : error;
    }
  },

  async one({ ports, within, secret }, { params }) {
    const prices = await ports.sms.numbers.textPrices();
    return within.cellOf({ dealer_id: params.id }, "a client", async ({ db, now }) => {
      const row = orNotFound(await clientById(db, params.id, now()));
      const purchases = await purchasesOf(db, params.id);
      const next_location = (await nextLocationForNumber(db, params.id))?.title ?? "";
      const countsOf = await campaignCountsOf(db, [params.id]);
      const allClients = { ...clientView(row, prices, secret, now()), ...countsOf(params.id) };
      return { allClients, purchases, next_location, requests: await requestedNumbers(db, params.id) };
    });
  },

  async proveEmail({ db, now, audit }, { params }) {
    const client = orNotFound(await clientById(db, params.id, now()));
    const { id: dealer_id, email } = client;
    const entry = { action: "confirmed as the operator the email of", subject: "dealer", subject_id: dealer_id };
    if (await setEmailProved(db, dealer_id, now())) await audit({ ...entry, dealer_id, detail: { email } });
    return null;
  },

  async changePassword(context, { body }) {
    const dealer_id = body.client_id;
    await context.within.control.read("a client's password", (db) =>
      requireConfirmation(db, context.who, context.ports.clock.now()),
    );
    const password_hash = await hashNewPassword(body.password);
    await context.within.cellOf(
      { dealer_id },
      "a client's password",
      async (unit) => {
        const { user_id } = orNotFound(await ownerOf(unit.db, dealer_id));
        await changePassword(unit, context, { dealer_id, user_id, password_hash, must_change_password: true });
        const entry = { action: "got a password from the operator", subject: "user", subject_id: user_id };
        await unit.audit({ ...entry, dealer_id });
      },
      context.origin,
    );
    return null;
  },

  async searchNumbers({ within, ports }, { body }) {
    await within.cellOf(body, "a client", async ({ db, now }) =>
      orNotFound(await clientById(db, body.dealer_id, now())),
    );
    const result = await ports.sms.numbers.search(searchDigits(body.input));
    if (result.kind === "failed") throw new Failure("unavailable", result.words);
    return result.numbers;
  },

  async buyNumber(context, { body }) {
    const { within, origin } = context;
    const { dealerId: dealer_id, tracking_number_id } = body;
    const choice = { dealer_id, number: toE164(body.selectedNumber) ?? "", tracking_number_id };
    const key = await buyNumber(context, choice, origin);
    const { outcome, registration } = await within.cellOf(key, "a purchase", async ({ db }) => ({
      outcome: orNotFound(await purchaseById(db, key)),
      registration: (await registeredNumbers(db, dealer_id)).find(({ number }) => number === choice.number)
        ?.registration,
    }));
    const use =
      tracking_number_id !== undefined
        ? `takes calls for ${outcome.location} now`
        : registration && !maySendMarketing(registration)
          ? `was bought for ${outcome.location}. Register it before you text`
          : `was bought. ${outcome.location} can text with it now`;
    return purchaseResult(formatPhone(choice.number), outcome, use);
  },
};

type ClientRow = Pick<Client, "inbound_sms" | "outbound_sms" | "user_image">;

/** Adds the cost of the texts and a signed link to the owner's picture. */
function clientView<T extends ClientRow>(row: T, prices: TextPrices | undefined, secret: string, now: Date) {
  const { inbound_sms, outbound_sms, user_image } = row;
  return {
    ...row,
    user_image: user_image && signedFileUrl(secret, user_image, now),
    inbound_sms_price: textsPrice(inbound_sms, prices?.inbound),
    outbound_sms_price: textsPrice(outbound_sms, prices?.outbound),
  };
}

interface PurchaseOutcome {
  readonly state: PurchaseState;
  readonly error: string;
}

/** The message and status that the operator gets for a purchase. */
function purchaseResult(number: string, { state, error }: PurchaseOutcome, use: string) {
  const data = { state };
  if (state === "assigned") return new CallResult(`${number} ${use}.`, data);
  if (state === "failed") throw new Failure("conflict", `${error} ${number} was not bought.`);
  if (state === "released") throw new Failure("conflict", `${error} ${number} was released.`);
  if (state === "bought") return new CallResult(`${error} ${number} is being released.`, data, "warning");
  if (state === "unknown") return new CallResult(`${error} Check the carrier's console.`, data, "warning");
  const text = `Waiting for the carrier to confirm the purchase of ${number}. The client's page will show the result; it won't be bought twice.`;
  return new CallResult(text, data, "warning");
}

const emailTaken = () => invalidField("email", "This email is already registered.");

/** Adds a business as registration and its wizard would; the owner has to change the operator's password. */
async function addClient(unit: UnitOfWork, draft: ClientDraft, password_hash: string) {
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
