import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, email, Id, name, optionalName, optionalText, required, usPhone } from "#core/fields.ts";
import { strongPassword } from "#core/passwords.ts";
import { owner, roles } from "#core/people.ts";
import { usState } from "#core/states.ts";

export const EmailCheck = z.object({ email: email("Email is required") });

/** Validation errors come in the order of these fields. */
export const Registration = z.object({
  first_name: name("First name is required", 100),
  last_name: name("Last name is required", 100),
  business_name: name("Business name is required", 200),
  email: email("Email is required"),
  password: strongPassword(),
  phone: usPhone("Phone number is required"),
  zip: optionalText(20),
});
export type Registration = z.infer<typeof Registration>;

export const RegisteredUser = z.object({
  access_token: z.string(),
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  business_name: z.string(),
  email: z.string(),
  /** The business's own phone, not a number that sends texts. */
  dealer_phone_number: z.string(),
  user_type: z.enum(roles),
  dealer_id: z.number(),
});
export type RegisteredUser = z.infer<typeof RegisteredUser>;

/** An industry or a feature to choose from. */
export const RegistrationChoice = z.object({ id: Id, slug: z.string(), title: z.string() });
export type RegistrationChoice = z.infer<typeof RegistrationChoice>;

/** The wizard's answers, in the order of its steps. The country is always the US. */
export const BusinessLocation = z.object({
  location: name("Location title is required", 200),
  /** Same as `location`; other clients send both. */
  title: optionalName(200),
  address: required("Street Address is required"),
  address_2: optionalText(),
  city: required("City is required", 100),
  state: usState("State is required"),
  postal_code: required("Postal Code is required", 20),
  industry_id: chosenId("Choose an industry"),
  feature_id: chosenId("Choose a feature"),
});
export type BusinessLocation = z.infer<typeof BusinessLocation>;

export const FirstLocation = z.object({
  location_id: Id,
  location_title: z.string(),
  location_address: z.string(),
  business_name: z.string(),
});
export type FirstLocation = z.infer<typeof FirstLocation>;

export const registration = calls("registration", {
  checkEmail: {
    method: "POST",
    path: "/register/email_check",
    allow: "anyone",
    audit: "none: it only reads",
    about: "Checks whether an email address can still register.",
    body: EmailCheck,
    successMessage: "Email is available",
    rate: { points: 60, seconds: 900, by: "address" },
  },
  register: {
    method: "POST",
    path: "/register",
    allow: "anyone",
    audit: "trail",
    about:
      "Registers a business with its owner, and signs the owner in. A link that confirms the email address is sent to it.",
    body: Registration,
    data: RegisteredUser,
    successMessage: "Registration successful",
    rate: { points: 60, seconds: 3600, by: "address" },
    ownTransactions: true,
  },
  industries: {
    method: "GET",
    path: "/industries",
    allow: "anyone",
    about: "The industries to choose from.",
    data: z.object({ allIndustries: z.array(RegistrationChoice) }),
  },
  features: {
    method: "GET",
    path: "/features",
    allow: "anyone",
    about: "The features to choose from.",
    data: z.object({ allFeatures: z.array(RegistrationChoice) }),
  },
  complete: {
    method: "POST",
    path: "/register-complete",
    allow: owner,
    audit: "trail",
    about: "Saves the first location and the business's industry. Sent again, it updates that location.",
    body: BusinessLocation,
    data: FirstLocation,
    successMessage: "Registration completed",
    withoutLocation: true,
    withTemporaryPassword: true,
    ownTransactions: true,
  },
});

/** The one message for every invalid link. */
export const proofEndedText = "This link no longer works. Sign in and select Resend email to get a new one.";

export const emailProof = calls("emailProof", {
  confirm: {
    method: "POST",
    path: "/verify-email",
    allow: "anyone",
    audit: "trail",
    about:
      "Confirms a business's email with the link emailed to it, signed in or out; the same link can be used again. Unknown and expired links get the same answer.",
    body: z.object({ token: required(proofEndedText, 100) }),
    data: z.object({ email: z.string(), business_name: z.string() }),
    successMessage: "Email confirmed",
    rate: { points: 60, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  resend: {
    method: "POST",
    path: "/verify-email/resend",
    allow: owner,
    audit: "none: it mails a link to the address that registered",
    about: "Emails another link to the business; earlier links keep working. At most one a minute.",
    data: z.object({
      /** True when nothing had to be sent. */
      is_proved: z.boolean(),
      /** Seconds until another one may be requested. */
      resend_after: z.number(),
    }),
    rate: { points: 10, seconds: 86_400, by: "person" },
    withoutLocation: true,
    ownTransactions: true,
  },
});
