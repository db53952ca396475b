import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { notCommon } from "#core/passwords.ts";
import { owner, roles, staff } from "#core/people.ts";
import {
  email,
  Flag,
  Id,
  Instant,
  inOrder,
  optionalFlag,
  optionalText,
  optionalUsPhone,
  required,
} from "#core/words.ts";

/** Somebody who works at a location, as colleagues see them. */
export const TeamMember = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Both names in one. */
  name: z.string(),
  name_initials: z.string(),
  user_type: z.enum(roles),
  email: z.string(),
  user_image: z.nullable(z.string()),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** What somebody other than the owner can be. */
export const memberTypes = ["agent", "manager"] as const;
export type MemberType = (typeof memberTypes)[number];

/** What a person is, in words. */
export const roleNames = { dealer: "Owner", manager: "Manager", agent: "Agent" } as const;

/** Somebody of the team, as the owner sees them. */
export const Member = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  name_initials: z.string(),
  email: z.string(),
  phone: z.string(),
  country_code: z.string(),
  user_type: z.enum(["dealer", ...memberTypes]),
  /** Where their picture is, for an hour at least; null without one. */
  user_image: z.nullable(z.string()),
  /** 1 when they may delete messages; the owner always may. */
  del_allowed: z.literal([0, 1]),
  /** False for whoever was deleted: they sign in no more, and can be brought back. */
  is_active: z.boolean(),
  /** They have not changed the password yet that somebody else typed. */
  must_change_password: z.boolean(),
  /** Where they work; of the owner, everywhere. */
  locations: z.array(z.object({ id: Id, title: z.string() })),
  /** When they last used Rooftop; null while they never did, and for whoever only looks into the account. */
  last_seen_at: z.nullable(Instant),
});
export type Member = z.infer<typeof Member>;

type Sent = number | string | readonly (number | string)[] | null | undefined;

/** Locations, as a list or as forms send it, with commas; left out or empty: undefined. */
export const locationIds = z.optional(
  z.pipe(
    z.transform((value: Sent): (number | string)[] | undefined => {
      if (Array.isArray(value)) return value as (number | string)[];
      const parts = value === undefined || value === null ? [] : String(value).split(",");
      return parts.some((part) => part.trim() !== "") ? parts : undefined;
    }),
    z.optional(
      z
        .array(Id)
        .check(z.minLength(1, "Please choose at least one location"), z.maxLength(500, "These are too many locations")),
    ),
  ),
);

/** Left out or empty: undefined. */
export const memberType = z.optional(
  z.pipe(
    z.transform((value: string | null | undefined) => (value === "" || value === null ? undefined : value)),
    z.optional(z.enum(memberTypes, { error: "Please choose agent or manager" })),
  ),
);

/** At least six characters, and none that is guessed first. */
const longEnough = inOrder<string>(
  [(value) => value === "" || value.length >= 6, "Password must be atleast 6 characters!"],
  notCommon,
);

const add = "Please fill all fields";
const update = "Please fill all fields!";

export const MemberDraft = z.object({
  first_name: required(add, 100),
  last_name: required(add, 100),
  email: email(add),
  /** They have to change it at the first sign-in. */
  password: required(add, 200).check(longEnough),
  phone: z._default(optionalUsPhone(), ""),
  /** 1: they may delete messages. */
  del_allowed: z._default(Flag, 0),
  /** Left out: agent. */
  user_type: memberType,
  /** Left out: the acting location. */
  location_ids: locationIds,
});
export type MemberDraft = z.infer<typeof MemberDraft>;

/** What is left out stays as it is. */
export const MemberChange = z.object({
  first_name: required(update, 100),
  last_name: required(update, 100),
  email: email(update),
  /** Empty: it stays. A new one has to be changed at the next sign-in. */
  password: z._default(optionalText(200).check(longEnough), ""),
  phone: z.optional(optionalUsPhone()),
  del_allowed: optionalFlag,
  user_type: memberType,
  location_ids: locationIds,
});
export type MemberChange = z.infer<typeof MemberChange>;

const aMegabyte = 1024 * 1024;

const image = {
  field: "image",
  bytes: 8 * aMegabyte,
  missing: "Please choose a picture",
  tooLarge: "Please choose a picture of at most 8 MB",
  optional: true,
} as const;

const ofOne = z.object({ id: Id });
const changes = { points: 120, seconds: 3600, by: "person" } as const;

export const team = calls("team", {
  chat: {
    method: "GET",
    path: "/teams/chat",
    allow: staff,
    visitors: "looks",
    about: "Who works at the acting location, the asking person included: whom one can mention, or give a chat to.",
    data: z.object({ teamMembers: z.array(TeamMember) }),
  },
  list: {
    method: "GET",
    path: "/teams",
    allow: owner,
    visitors: "looks",
    about: "Everybody of the business: the owner first, those who were deleted last.",
    data: z.object({ teamMembers: z.array(Member) }),
    ownTransactions: true,
  },
  add: {
    method: "POST",
    path: "/teams",
    allow: owner,
    about: "Adds a member, with a password that they have to change at the first sign-in.",
    body: MemberDraft,
    file: image,
    data: ofOne,
    says: "Team member added",
    rate: changes,
    ownTransactions: true,
  },
  update: {
    method: "POST",
    path: "/teams/{id}",
    allow: owner,
    about:
      "Changes a member. A new password, another role or a location less signs them out everywhere; what was theirs at " +
      "such a location is handed to the owner.",
    params: ofOne,
    body: MemberChange,
    file: image,
    data: ofOne,
    says: "Team member updated",
    rate: changes,
    ownTransactions: true,
  },
  remove: {
    method: "DELETE",
    path: "/teams/{id}",
    allow: owner,
    about:
      "Deactivates a member: their sessions end, and what was theirs to do is handed to the owner. Somebody who was " +
      "deactivated is brought back.",
    params: ofOne,
    data: z.object({ id: Id, is_active: z.boolean() }),
    ownTransactions: true,
  },
});

export const teamEvents = events({
  changed: {
    event: "team-changed",
    to: "dealer",
    about: "Somebody joined the team, was changed, left it or came back; or was invited.",
    payload: z.object({}),
  },
});
