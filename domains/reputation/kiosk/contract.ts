import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, inOrder, oneOf, optionalText, required } from "#core/fields.ts";
import { strongPassword } from "#core/passwords.ts";
import { owner, staff } from "#core/people.ts";
import { inviteFields, SendOutcome } from "../invites/contract.ts";
import { languages } from "../settings/fields.ts";

const KioskSettings = z.object({
  is_on: Flag,
  /** Made by us; empty before the first password. */
  username: z.string(),
  /** Signed-in devices. */
  devices: z.number(),
});
export type KioskSettings = z.infer<typeof KioskSettings>;

/** What a signed-in device shows. */
const KioskView = z.object({
  business: z.string(),
  location: z.string(),
  /** Members of the location who have a PIN. */
  people: z.array(z.object({ id: Id, name: z.string(), name_initials: z.string() })),
  /** The language that invites are in unless another is chosen. */
  language: z.enum(languages),
  /** The business's own pages, for a customer who asks what they agree to. */
  privacy_url: z.string(),
  terms_url: z.string(),
});
export type KioskView = z.infer<typeof KioskView>;

const pin = required("Enter your PIN", 4).check(inOrder([(value) => /^\d{4}$/.test(value), "Enter 4 digits"]));
/** What a device got when it signed in; it opens these calls alone. */
const device = { device: optionalText(100) };
/** Whom someone chose among the people; text, so that nothing malformed tells anything. */
const person = { member: required("Select your name", 20), pin };

export const kiosk = calls("kiosk", {
  settings: {
    method: "GET",
    path: "/review-settings/kiosk",
    allow: owner,
    supportAccess: "reads",
    about: "The acting location's kiosk: whether it is on, its username, and how many devices are signed in.",
    data: KioskSettings,
  },
  turn: {
    method: "POST",
    path: "/review-settings/kiosk",
    allow: owner,
    audit: "trail",
    about: "Turns the acting location's kiosk on or off. Off, all of its devices are signed out.",
    body: z.object({ is_on: oneOf([0, 1], "Choose on or off") }),
    data: KioskSettings,
  },
  changePassword: {
    method: "POST",
    path: "/review-settings/kiosk/password",
    allow: owner,
    audit: "trail",
    about: "Sets the kiosk's password, turns it on, and signs all of its devices out.",
    body: z.object({ password: strongPassword() }),
    data: KioskSettings,
    successMessage: "Kiosk password saved",
  },
  setPin: {
    method: "POST",
    path: "/kiosk/pin",
    allow: staff,
    audit: "trail",
    about: "Sets the caller's own PIN, which identifies them at a kiosk.",
    body: z.object({ pin }),
    rate: { points: 20, seconds: 600, by: "person" },
    successMessage: "PIN saved",
  },
  login: {
    method: "POST",
    path: "/kiosk/login",
    allow: "anyone",
    audit: "none: the device's own row says when and from where it signed in",
    about: "Signs a device in as a location's kiosk. The token only opens the kiosk's calls.",
    body: z.object({
      username: required("Enter the kiosk's username", 60),
      password: required("Enter the kiosk's password", 200),
    }),
    data: z.object({ device: z.string() }),
    rate: { points: 10, seconds: 900, by: "address" },
    ownTransactions: true,
  },
  view: {
    method: "POST",
    path: "/kiosk/view",
    allow: "anyone",
    audit: "none: only the time of the device's last use changes",
    about: "The business, the location, and the team members who can use this kiosk.",
    body: z.object(device),
    data: KioskView,
    ownTransactions: true,
  },
  unlock: {
    method: "POST",
    path: "/kiosk/unlock",
    allow: "anyone",
    audit: "none: it only says whether a PIN is right",
    about: "Checks a member's PIN; five wrong ones lock it for 15 minutes.",
    body: z.object({ ...device, ...person }),
    ownTransactions: true,
  },
  invite: {
    method: "POST",
    path: "/kiosk/invite",
    allow: "anyone",
    audit: "none: the invite names who sent it, who has proved it with their PIN",
    about: "Invites someone to leave a review, as invites/send does, on behalf of the member with the PIN.",
    body: z.object({ ...device, ...person, ...inviteFields }),
    data: SendOutcome,
    ownTransactions: true,
  },
  logout: {
    method: "POST",
    path: "/kiosk/logout",
    allow: "anyone",
    audit: "none: the device's own row says when it signed out",
    about: "Signs the device out.",
    body: z.object(device),
    ownTransactions: true,
  },
});
