import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import {
  Id,
  Instant,
  inOrder,
  name,
  optionalEmail,
  optionalFlag,
  optionalUsPhone,
  required,
  sent,
  usPhone,
} from "#core/fields.ts";
import { strongPassword } from "#core/passwords.ts";
import { managers, owner, roles, staff } from "#core/people.ts";
import { Otp } from "#domains/accounts/fields.ts";

/** 0: the location has no number and requested none; 1: it has one; 2: it requested one. */
export const numberStates = [0, 1, 2] as const;
const NumberState = z.literal(numberStates);
const ZeroOrOne = z.literal([0, 1]);

/** The person's own settings, the acting location's and the business's. Phones are E.164. */
export const ProfileSettings = z.object({
  user_type: z.enum(roles),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** URL of the photo, valid for at least an hour; null without one. */
  user_image: z.nullable(z.string()),
  /** The location's address in one line. */
  address: z.string(),
  phone_no_request: NumberState,
  /** The number that the location texts from; empty without one. */
  twilio_phone: z.string(),
  /** The snippet that a website embeds to receive texts; empty without one. */
  messaging_script: z.string(),
  crm_email: z.string(),
  notification_phone_no: z.string(),
  call_phone_no: z.string(),
  /** Where the person's own codes go. */
  two_factor_number: z.string(),
  enable_otp_parent: ZeroOrOne,
  enable_otp_team: ZeroOrOne,
});
export type ProfileSettings = z.infer<typeof ProfileSettings>;

/** The phones that a code can verify. `otp_old`: the current one, when it has to be verified before its replacement. */
export const phoneKinds = ["call", "notification", "otp", "otp_old"] as const;
export type PhoneKind = (typeof phoneKinds)[number];

/** The state of a phone change. */
export const PhoneStep = z.object({
  /** 1: saved. 0: a code was sent and has to be entered. */
  verified: ZeroOrOne,
  /** What the code verifies; `settings/verify-phone` takes it along with the code. */
  which: z.enum(phoneKinds),
  /** Where the code went, masked. */
  sent_to: z.string(),
  /** Seconds until another code may be requested. */
  resend_after: z.number(),
});
export type PhoneStep = z.infer<typeof PhoneStep>;

/** Kept and shown; nothing is sent to it yet. */
export const CrmEmail = z.object({ crm_email: sent(optionalEmail()) });
export const CallPhone = z.object({ call_phone_no: sent(optionalUsPhone()) });
export const NotificationPhone = z.object({ notification_phone_no: sent(optionalUsPhone()) });
export const OtpPhone = z.object({ two_factor_number: usPhone("Phone number is required") });
export const OtpSwitches = z.object({ enable_otp_parent: optionalFlag, enable_otp_team: optionalFlag });
export const PhoneCodeDraft = z.object({
  which: z.enum(phoneKinds, { error: "Select a phone from the list" }),
  otp: Otp,
});

export const OwnName = z.object({
  first_name: name("First name is required", 100),
  last_name: name("Last name is required", 100),
});

const imageDataUrl = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/;
const notAnImage = "Choose a JPEG, PNG, WebP or GIF picture";

/** An image as a data URL of at most 700 kB. */
export const Photo = z.object({
  image: z
    .string({ error: notAnImage })
    .check(inOrder([(text) => text.length <= 700_000, "Choose a smaller picture"], [isImageDataUrl, notAnImage])),
});

function isImageDataUrl(text: string): boolean {
  return imageDataUrl.test(text);
}

export const PasswordChange = z
  .object({
    old_password: required("Current password is required", 200),
    password: strongPassword(),
    confirm_password: required("Passwords do not match", 200),
  })
  .check(({ value, issues }) => {
    if (value.password === value.confirm_password) return;
    issues.push({ code: "custom", path: ["confirm_password"], message: "Passwords do not match", input: value });
  });

/** A browser in which the person is signed in. */
export const SignedInBrowser = z.object({
  id: Id,
  /** `Chrome on Windows`. */
  device: z.string(),
  ip: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  /** 1: the requesting browser. */
  is_current: ZeroOrOne,
});
export type SignedInBrowser = z.infer<typeof SignedInBrowser>;

const codes = { points: 30, seconds: 3600, by: "person" } as const;

export const settings = calls("settings", {
  profile: {
    method: "POST",
    path: "/profile-settings",
    allow: staff,
    audit: "none: it only reads",
    about: "The person's own settings, the acting location's and the business's.",
    data: ProfileSettings,
  },
  requestNumber: {
    method: "GET",
    path: "/request-twilio-phone-no",
    allow: owner,
    audit: "trail",
    about: "Requests a texting number for the acting location from the operator. Repeating it changes nothing.",
    data: z.object({ phone_no_request: NumberState }),
  },
  crmEmail: {
    method: "POST",
    path: "/update-dealer-crm-email",
    allow: managers,
    audit: "trail",
    about: "Sets the location's CRM email; empty removes it.",
    body: CrmEmail,
    data: z.object({ crm_email: z.string() }),
  },
  callPhone: {
    method: "POST",
    path: "/update-dealer-call-phone",
    allow: managers,
    audit: "trail",
    about: "Sends a code to the phone that calls will be forwarded to; empty removes that phone.",
    body: CallPhone,
    data: PhoneStep,
    rate: codes,
    ownTransactions: true,
  },
  notificationPhone: {
    method: "POST",
    path: "/update-dealer-notification-phone",
    allow: managers,
    audit: "trail",
    about: "Sends a code to the phone that will get the location's notifications; empty removes that phone.",
    body: NotificationPhone,
    data: PhoneStep,
    rate: codes,
    ownTransactions: true,
  },
  otpPhone: {
    method: "POST",
    path: "/update-dealer-otp-phone",
    allow: staff,
    audit: "none: a phone counts once its code is entered",
    about: "Sends a code to the phone that will get the person's sign-in codes. Members verify their old phone first.",
    body: OtpPhone,
    data: PhoneStep,
    rate: codes,
    ownTransactions: true,
  },
  resendPhoneCode: {
    method: "POST",
    path: "/settings/resend-phone-code",
    allow: staff,
    audit: "none: a phone counts once its code is entered",
    about: "Sends another code to the same phone. Waits 30, 60, then 120 seconds.",
    body: z.object({ which: PhoneCodeDraft.shape.which }),
    data: PhoneStep,
    rate: codes,
    ownTransactions: true,
  },
  verifyPhone: {
    method: "POST",
    path: "/settings/verify-phone",
    allow: staff,
    audit: "trail",
    about: "Verifies a phone with its code and saves it.",
    body: PhoneCodeDraft,
    data: PhoneStep,
    ownTransactions: true,
  },
  otpSwitches: {
    method: "POST",
    path: "/update-dealer-otp-otpin",
    allow: owner,
    audit: "trail",
    about: "Turns sign-in codes on (yes) or off (no), for the owner's account or for the team's.",
    body: OtpSwitches,
    data: z.object({ enable_otp_parent: ZeroOrOne, enable_otp_team: ZeroOrOne }),
    successMessage: "Saved",
    ownTransactions: true,
  },
  name: {
    method: "POST",
    path: "/settings/name",
    allow: staff,
    audit: "trail",
    about: "Changes the caller's name.",
    body: OwnName,
    successMessage: "Name changed",
  },
  photo: {
    method: "POST",
    path: "/settings/photo",
    allow: staff,
    audit: "trail",
    about: "Sets the caller's photo, sent as a data URL.",
    body: Photo,
    data: z.object({ user_image: z.string() }),
    successMessage: "Photo changed",
    rate: { points: 30, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  removePhoto: {
    method: "DELETE",
    path: "/settings/photo",
    allow: staff,
    audit: "trail",
    about: "Removes the caller's photo.",
    successMessage: "Photo removed",
  },
  password: {
    method: "POST",
    path: "/settings/password",
    allow: staff,
    audit: "trail",
    about: "Changes the caller's password. All other sessions end.",
    body: PasswordChange,
    successMessage: "Password changed. You were signed out everywhere else.",
    withTemporaryPassword: true,
    ownTransactions: true,
  },
  sessions: {
    method: "GET",
    path: "/settings/sessions",
    allow: staff,
    about: "The caller's signed-in browsers, most recently used first.",
    data: z.object({ sessions: z.array(SignedInBrowser) }),
    ownTransactions: true,
  },
  endSession: {
    method: "DELETE",
    path: "/settings/sessions/{id}",
    allow: staff,
    audit: "trail",
    about: "Signs the caller out of one browser.",
    params: z.object({ id: Id }),
    successMessage: "Signed out of that browser",
    ownTransactions: true,
  },
  endOtherSessions: {
    method: "DELETE",
    path: "/settings/sessions",
    allow: staff,
    audit: "trail",
    about: "Signs the caller out of every browser but this one.",
    data: z.object({ ended: z.number() }),
    successMessage: "Signed out everywhere else",
    ownTransactions: true,
  },
});
