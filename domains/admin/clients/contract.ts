import * as z from "zod/mini";
import { otherCountries } from "#core/areaCodes.ts";
import { calls } from "#core/call.ts";
import {
  Id,
  Instant,
  inOrder,
  isEmail,
  listInput,
  optionalId,
  optionalName,
  optionalText,
  sent,
} from "#core/fields.ts";
import { commonPasswordRule, hasRequiredCharacters } from "#core/passwords.ts";
import { operator } from "#core/people.ts";
import { isUsPhone, parsePhone } from "#core/phone.ts";
import { stateCode } from "#core/states.ts";
import { VoiceSettings, VoiceSettingsDraft } from "#domains/inbox/calls/contract.ts";
import { clientRegistrationStates } from "#domains/textRegistration/operator/contract.ts";

/** Filters clients by when they joined. */
export const sincePeriods = ["all", "month", "week", "today"] as const;
export type SincePeriod = (typeof sincePeriods)[number];

/** 0: no number; 1: every location has one; 2: a location requested one. */
const numberRequests = [0, 1, 2] as const;

export const Client = z.object({
  id: Id,
  /** The owner; null while the business has none. */
  user_id: z.nullable(Id),
  first_name: z.string(),
  last_name: z.string(),
  /** The owner's sign-in email. */
  email: z.string(),
  /** When the business's email was proved; null until then. */
  email_proved_at: z.nullable(Instant),
  company: z.string(),
  /** 1: the sample dealership, which can be removed. */
  is_sample: z.literal([0, 1]),
  phone: z.string(),
  address: z.string(),
  user_image: z.nullable(z.string()),
  /** The first location's texting number; empty without one. */
  phone_no: z.string(),
  phone_no_request: z.literal(numberRequests),
  total_locations: z.number(),
  inbound_sms: z.number(),
  /** US dollars at the carrier's list price, one segment per text; null when the price is unknown. */
  inbound_sms_price: z.nullable(z.string()),
  outbound_sms: z.number(),
  outbound_sms_price: z.nullable(z.string()),
  /** Campaign texts, which outbound_sms leaves out. */
  campaign_sms: z.number(),
  /** Campaign emails that a mail server took. */
  campaign_emails: z.number(),
  total_customers: z.number(),
  /** How far the registration of its texts with carriers is; empty when it needs none. */
  registration: z.enum(["", ...clientRegistrationStates]),
  created_at: Instant,
});
export type Client = z.infer<typeof Client>;

/** `bought`: must be released again; `unknown`: the operator has to check the carrier's console. */
export const purchaseStates = ["intended", "bought", "assigned", "released", "failed", "unknown"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

export const Purchase = z.object({
  number: z.string(),
  location: z.string(),
  state: z.enum(purchaseStates),
  error: z.string(),
  started_at: Instant,
});
export type Purchase = z.infer<typeof Purchase>;

/** A tracking number that a location has asked for. */
export const RequestedNumber = z.object({
  id: Id,
  location: z.string(),
  source: z.string(),
  area_code: z.string(),
  requested_at: Instant,
});
export type RequestedNumber = z.infer<typeof RequestedNumber>;

/** The field to mark, the condition, and the message when it fails. */
type FormRule<T> = readonly [field: keyof T & string, holds: (form: T) => boolean, text: string];

/** Checks the rules in order and reports only the first failure. */
function reportFirst<T>(...rules: FormRule<T>[]) {
  return z.check<T>(({ value, issues }) => {
    const failed = rules.find(([, holds]) => !holds(value));
    if (failed) issues.push({ code: "custom", path: [failed[0]], message: failed[2], input: value });
  });
}

const password = () => optionalText(200);
const [isUncommon, common] = commonPasswordRule;
const strength = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";

const clientFields = z.object({
  first_name: optionalName(),
  last_name: optionalName(),
  business_name: optionalName(),
  email: optionalText(254),
  password: password(),
  /** Compared only when sent. */
  confirm_password: z.optional(password()),
  phone: optionalText(),
  zip: optionalText(20),
  title: optionalName(),
  address: optionalText(),
  address_2: optionalText(),
  city: optionalText(),
  state: optionalText(),
  /** Ignored: always stored as US. */
  country: optionalText(),
  postal_code: optionalText(20),
  industry_id: optionalId,
  feature_id: optionalId,
});
type ClientFields = z.output<typeof clientFields>;

const isFilled = (field: keyof ClientFields) => (form: ClientFields) => form[field] !== "";

/** The messages are the specification's, in its order. */
export const ClientDraft = clientFields.check(
  reportFirst<ClientFields>(
    ["first_name", isFilled("first_name"), "First name is required"],
    ["last_name", isFilled("last_name"), "Last name is required"],
    ["business_name", isFilled("business_name"), "Business name is required"],
    ["email", isFilled("email"), "Email is required"],
    ["password", isFilled("password"), "Password is required"],
    ["password", (form) => hasRequiredCharacters(form.password), strength],
    [
      "confirm_password",
      (form) => form.confirm_password === undefined || form.confirm_password === form.password,
      "Passwords do not match",
    ],
    ["phone", isFilled("phone"), "Phone number is required"],
    ["phone", (form) => isUsPhone(form.phone), "Phone number is invalid"],
    ["phone", (form) => parsePhone(form.phone) !== undefined, "Enter a number that can be texted and called"],
    ["title", isFilled("title"), "Location title is required"],
    ["address", isFilled("address"), "Street Address is required"],
    ["city", isFilled("city"), "City is required"],
    ["state", isFilled("state"), "State is required"],
    ["postal_code", isFilled("postal_code"), "Postal Code is required"],
    // Not in the specified order, but a client without these could not be served.
    ["state", (form) => stateCode(form.state) !== undefined, "Select a state from the list"],
    ["password", (form) => isUncommon(form.password), common],
    ["email", (form) => isEmail(form.email), "Enter a valid email address"],
  ),
);
export type ClientDraft = z.infer<typeof ClientDraft>;

const passwordFields = z.object({ client_id: Id, password: password(), confirm_password: z.optional(password()) });
type PasswordFields = z.output<typeof passwordFields>;

export const PasswordDraft = passwordFields.check(
  reportFirst<PasswordFields>(
    ["password", (form) => form.password !== "", "Please Enter Password..."],
    ["confirm_password", (form) => form.confirm_password !== "", "Please Enter Confirm Password..."],
    ["password", (form) => form.password.length >= 6, "Password must be at least 6 characters..."],
    [
      "confirm_password",
      (form) => form.confirm_password === undefined || form.confirm_password === form.password,
      "Passwords do not match...",
    ],
    ["password", (form) => isUncommon(form.password), common],
  ),
);

/** Digits needed before a number search starts. */
export const minSearchDigits = 3;

/** The digits of an area code or number prefix as typed, without the country code 1. */
export function searchDigits(typed: string): string {
  return typed.replace(/\D/g, "").replace(/^1/, "").slice(0, 10);
}

export const NumberForSale = z.object({
  number: z.string(),
  city: z.string(),
  state: z.string(),
  /** US dollars per month; empty when unknown. */
  price: z.string(),
  sms: z.boolean(),
  mms: z.boolean(),
  voice: z.boolean(),
});
export type NumberForSale = z.infer<typeof NumberForSale>;

export const NumberSearch = z.object({
  input: optionalText().check(
    inOrder([(typed) => searchDigits(typed).length >= minSearchDigits, "Enter at least 3 digits"]),
  ),
  dealer_id: Id,
});

export const NumberChoice = z.object({
  selectedNumber: optionalText().check(
    inOrder([(typed) => typed !== "", "Select a number"], [isUsPhone, "Select one of the numbers found"]),
  ),
  dealerId: Id,
  /** The request for a tracking number that it answers; without it the location waiting longest gets its number. */
  tracking_number_id: optionalId,
});

export const clients = calls("clients", {
  table: {
    method: "POST",
    path: "/admin/clients/dt",
    allow: operator,
    about:
      "The clients, page by page; filterBy narrows them to this month, this week or today, registration to those whose texts are registered so far.",
    body: z.object({
      filterBy: z._default(z.catch(z.enum(sincePeriods), "all"), "all"),
      registration: z.optional(z.catch(z.enum(["", ...clientRegistrationStates]), "")),
    }),
    table: true,
    data: Client,
    ownTransactions: true,
  },
  add: {
    method: "POST",
    path: "/admin/clients/add",
    allow: operator,
    audit: "trail",
    about: "Adds a client with its owner and first location. The owner must change the password at the next sign-in.",
    body: ClientDraft,
    data: z.object({ location_id: Id, location_address: z.string() }),
    successMessage: "Client added successfully",
    ownTransactions: true,
  },
  one: {
    method: "GET",
    path: "/admin/clients/{id}",
    allow: operator,
    about: "One client, with its number purchases, newest first, and its requests for tracking numbers.",
    params: z.object({ id: Id }),
    data: z.object({
      allClients: Client,
      purchases: z.array(Purchase),
      /** The location that gets the next number; empty when none can be bought. */
      next_location: z.string(),
      requests: z.array(RequestedNumber),
    }),
    ownTransactions: true,
  },
  proveEmail: {
    method: "POST",
    path: "/admin/clients/{id}/email_proved",
    allow: operator,
    audit: "trail",
    about: "Marks a client's email as confirmed, when the operator knows who owns it.",
    params: z.object({ id: Id }),
    successMessage: "Email marked as confirmed",
  },
  changePassword: {
    method: "POST",
    path: "/admin/change_password",
    allow: operator,
    audit: "trail",
    about: "Sets a client owner's password. Signs them out everywhere; they must change it at the next sign-in.",
    body: PasswordDraft,
    successMessage: "Password changed successfully",
    ownTransactions: true,
  },
  searchNumbers: {
    method: "POST",
    path: "/admin/search_number_for_client",
    allow: operator,
    audit: "none: it only reads",
    about: "Searches the carrier's numbers for sale by area code or leading digits.",
    body: NumberSearch,
    data: z.array(NumberForSale),
    rate: { points: 120, seconds: 60, by: "person" },
    ownTransactions: true,
  },
  buyNumber: {
    method: "POST",
    path: "/admin/buy_number_for_client",
    allow: operator,
    audit: "trail",
    about:
      "Buys a number for the client's location that has waited longest, or for its request for a tracking number. Repeating it buys nothing twice. The status is warning until the carrier has confirmed the purchase.",
    body: NumberChoice,
    data: z.object({ state: z.enum(purchaseStates) }),
    ownTransactions: true,
  },
});

/** How calls to one of a client's locations are recorded and mailed. */
export const ClientCallSettings = z.object({
  location_id: Id,
  location: z.string(),
  /** Where calls are mailed to; empty without an address. */
  crm_email: z.string(),
  send_email: VoiceSettings.shape.send_email,
  recording_consent: VoiceSettings.shape.recording_consent,
});
export type ClientCallSettings = z.infer<typeof ClientCallSettings>;

export const ClientCallSettingsDraft = z.object({
  send_email: z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: "Select whether calls are emailed" }),
  ),
  recording_consent: VoiceSettingsDraft.shape.recording_consent,
});
export type ClientCallSettingsDraft = z.infer<typeof ClientCallSettingsDraft>;

export const clientCalls = calls("clientCalls", {
  settings: {
    method: "GET",
    path: "/admin/clients/{id}/calls",
    allow: operator,
    about: "Whether calls to a client's locations are recorded, and emailed to the location's CRM email.",
    params: z.object({ id: Id }),
    data: z.array(ClientCallSettings),
  },
  change: {
    method: "POST",
    path: "/admin/clients/{id}/calls/{location_id}",
    allow: operator,
    audit: "trail",
    about: "Changes whether calls to a client's location are recorded and emailed.",
    params: z.object({ id: Id, location_id: Id }),
    body: ClientCallSettingsDraft,
    successMessage: "Saved",
  },
});

/** The countries whose phones a client may text and call besides the US and its territories. */
export const AllowedCountries = z.object({
  countries: sent(
    z.pipe(
      z.transform(listInput),
      z.array(z.enum(otherCountries, { error: "Select countries from the list" }), {
        error: "Select countries from the list",
      }),
    ),
  ),
});
export type AllowedCountries = z.infer<typeof AllowedCountries>;

const params = z.object({ id: Id });

export const countries = calls("countries", {
  allowed: {
    method: "GET",
    path: "/admin/clients/{id}/countries",
    allow: operator,
    about: "The countries whose phones a client may text and call besides the US and its territories.",
    params,
    data: AllowedCountries,
  },
  allow: {
    method: "POST",
    path: "/admin/clients/{id}/countries",
    allow: operator,
    audit: "trail",
    about: "Sets the countries whose phones a client may text and call besides the US and its territories.",
    params,
    body: AllowedCountries,
    data: AllowedCountries,
    successMessage: "Saved",
  },
});

export const sampleDealership = calls("sampleDealership", {
  remove: {
    method: "POST",
    path: "/admin/clients/{id}/remove_sample",
    allow: operator,
    audit: "trail",
    about: "Permanently removes the sample dealership. Any other client is refused.",
    params: z.object({ id: Id }),
    data: z.null(),
    successMessage: "Sample data removed",
    ownTransactions: true,
  },
});
