import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { email, Flag, Id, Instant, required } from "#core/fields.ts";
import { everyRole, roles } from "#core/people.ts";

/** The next step after the password: `otp` and `number` belong to two-factor sign-in. */
export const loginStatuses = ["superadmin", "okay", "otp", "number"] as const;

export const LoginDraft = z.object({
  email: email("Email is required"),
  password: required("Password is required", 200),
  remember_me: z._default(Flag, 0),
});
export type LoginDraft = z.infer<typeof LoginDraft>;

export const LoginUser = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  user_type: z.enum(roles),
  dealer_id: z.number(),
  location_id: z.nullable(Id),
  location: z.string(),
  location_address: z.string(),
  business_name: z.string(),
  user_name_initials: z.string(),
  login_status: z.enum(loginStatuses),
  access_token: z.string(),
  /** True while someone else chose the password: the person must replace it first. */
  must_change_password: z.boolean(),
  /** The masked number that the code went to; empty without two-factor sign-in. */
  two_factor_number: z.string(),
  /** Why the code went by mail, when the phone replied STOP to our texts; otherwise empty. */
  two_factor_notice: z.string(),
});
export type LoginUser = z.infer<typeof LoginUser>;

export const Profile = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  user_name_initials: z.string(),
  email: z.string(),
  phone: z.string(),
  user_type: z.enum(roles),
  /** URL of the photo, valid for at least an hour; null without one. */
  user_image: z.nullable(z.string()),
  /** 1 when this person may delete messages. */
  del_allowed: z.literal([0, 1]),
  dealer_id: z.number(),
  business_name: z.string(),
  /** The acting location; null for the operator. */
  location_id: z.nullable(Id),
  location: z.string(),
  location_address: z.string(),
  /** IANA time zone of the acting location: staff see its local time. */
  time_zone: z.string(),
  /** The number that this location texts from; empty without one. */
  location_phone: z.string(),
  company_name: z.string(),
  company_email: z.string(),
  company_phone: z.string(),
  company_address: z.string(),
  /** When the free trial ends; null for a business without one. */
  trial_ends_at: z.nullable(Instant),
  /** True while someone else chose the password. */
  must_change_password: z.boolean(),
  /** True for the owner until the business's e-mail is proved. */
  needs_email_proof: z.boolean(),
  /** Only during the operator's support access: why, and until when. */
  visit: z.nullable(z.object({ reason: z.string(), expires_at: Instant })),
});
export type Profile = z.infer<typeof Profile>;

export const accounts = calls("accounts", {
  login: {
    method: "POST",
    path: "/login",
    allow: "anyone",
    audit: "trail",
    about: "Signs in with email and password. login_status names the next step.",
    body: LoginDraft,
    data: LoginUser,
    successMessage: "Login successfully",
    rate: { points: 100, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  logout: {
    method: "POST",
    path: "/logout",
    allow: everyRole,
    supportAccess: "ends",
    audit: "own rows",
    about: "Ends the session: its token stops working and its connections close.",
    successMessage: "You are logged out",
    withTemporaryPassword: true,
    // Not the cookies: the browser stays known to the account.
    headers: { "clear-site-data": '"cache", "storage"' },
    ownTransactions: true,
  },
  profile: {
    method: "GET",
    path: "/profile",
    allow: everyRole,
    supportAccess: "reads",
    about: "The signed-in person, their business and the acting location.",
    withTemporaryPassword: true,
    data: Profile,
  },
});
