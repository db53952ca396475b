import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  email,
  Flag,
  Id,
  Instant,
  inOrder,
  name,
  optionalFlag,
  optionalId,
  optionalText,
  optionalUsPhone,
  required,
} from "#core/fields.ts";
import { commonPasswordRule } from "#core/passwords.ts";
import { owner, roles, staff } from "#core/people.ts";

/** A person of a location, as colleagues see them. */
export const TeamMember = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  name_initials: z.string(),
  user_type: z.enum(roles),
  email: z.string(),
  user_image: z.nullable(z.string()),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** The roles besides the owner. */
export const memberTypes = ["agent", "manager"] as const;
export type MemberType = (typeof memberTypes)[number];

/** Display names of the roles. */
export const roleNames = { dealer: "Owner", manager: "Manager", agent: "Agent" } as const;

/** A person of the team, as the owner sees them. */
export const Member = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  name_initials: z.string(),
  email: z.string(),
  phone: z.string(),
  country_code: z.string(),
  user_type: z.enum(["dealer", ...memberTypes]),
  /** URL of the photo, valid for at least an hour; null without one. */
  user_image: z.nullable(z.string()),
  /** 1 when they may delete messages; the owner always may. */
  del_allowed: z.literal([0, 1]),
  /** False for deleted members: they can't sign in, but can be brought back. */
  is_active: z.boolean(),
  /** True while someone else chose the password. */
  must_change_password: z.boolean(),
  /** Where they work; all locations for the owner. */
  locations: z.array(z.object({ id: Id, title: z.string() })),
  /** When they last used Rooftop; null if never, and during support access. */
  last_seen_at: z.nullable(Instant),
});
export type Member = z.infer<typeof Member>;

type LocationIdsInput = number | string | readonly (number | string)[] | null | undefined;

/** Location ids as a list or, from forms, comma-separated; omitted or empty: undefined. */
export const locationIds = z.optional(
  z.pipe(
    z.transform((value: LocationIdsInput): (number | string)[] | undefined => {
      if (Array.isArray(value)) return value as (number | string)[];
      const parts = value === undefined || value === null ? [] : String(value).split(",");
      return parts.some((part) => part.trim() !== "") ? parts : undefined;
    }),
    z.optional(
      z.array(Id).check(z.minLength(1, "Select at least one location"), z.maxLength(500, "Select fewer locations")),
    ),
  ),
);

/** Omitted or empty: undefined. */
export const memberType = z.optional(
  z.pipe(
    z.transform((value: string | null | undefined) => (value === "" || value === null ? undefined : value)),
    z.optional(z.enum(memberTypes, { error: "Select agent or manager" })),
  ),
);

/** At least six characters, and not a common password. */
const memberPasswordRules = inOrder<string>(
  [(value) => value === "" || value.length >= 6, "Password must be at least 6 characters!"],
  commonPasswordRule,
);

const fillAllToAdd = "Please fill all fields";
const fillAllToUpdate = "Please fill all fields!";

export const MemberDraft = z.object({
  first_name: name(fillAllToAdd, 100),
  last_name: name(fillAllToAdd, 100),
  email: email(fillAllToAdd),
  /** They have to change it at the first sign-in. */
  password: required(fillAllToAdd, 200).check(memberPasswordRules),
  phone: z._default(optionalUsPhone(), ""),
  /** 1: they may delete messages. */
  del_allowed: z._default(Flag, 0),
  /** Default: agent. */
  user_type: memberType,
  /** Default: the acting location. */
  location_ids: locationIds,
});
export type MemberDraft = z.infer<typeof MemberDraft>;

/** Omitted fields stay unchanged. */
export const MemberChange = z.object({
  first_name: name(fillAllToUpdate, 100),
  last_name: name(fillAllToUpdate, 100),
  email: email(fillAllToUpdate),
  /** Empty: unchanged. They have to change a new one at the next sign-in. */
  password: z._default(optionalText(200).check(memberPasswordRules), ""),
  phone: z.optional(optionalUsPhone()),
  del_allowed: optionalFlag,
  user_type: memberType,
  location_ids: locationIds,
});
export type MemberChange = z.infer<typeof MemberChange>;

const megabyte = 1024 * 1024;

const image = {
  field: "image",
  maxBytes: 8 * megabyte,
  missing: "Choose a picture",
  tooLarge: "Pictures can be up to 8 MB",
  optional: true,
} as const;

const idOnly = z.object({ id: Id });
const changeRateLimit = { points: 120, seconds: 3600, by: "person" } as const;

export const team = calls("team", {
  chat: {
    method: "GET",
    path: "/teams/chat",
    allow: staff,
    supportAccess: "reads",
    about: "Everyone at the acting location, including the caller: people to mention or assign a chat to.",
    data: z.object({ teamMembers: z.array(TeamMember) }),
  },
  list: {
    method: "GET",
    path: "/teams",
    allow: owner,
    supportAccess: "reads",
    about: "Everyone in the business: the owner first, deactivated members last.",
    data: z.object({ teamMembers: z.array(Member) }),
    ownTransactions: true,
  },
  add: {
    method: "POST",
    path: "/teams",
    allow: owner,
    audit: "trail",
    about: "Adds a member with a password that they must change at their first sign-in.",
    body: MemberDraft,
    file: image,
    data: idOnly,
    successMessage: "Team member added",
    rate: changeRateLimit,
    ownTransactions: true,
  },
  update: {
    method: "POST",
    path: "/teams/{id}",
    allow: owner,
    audit: "trail",
    about:
      "Changes a member. A new password, a new role or a removed location signs them out everywhere; their work at a removed location goes to the owner.",
    params: idOnly,
    body: MemberChange,
    file: image,
    data: idOnly,
    successMessage: "Team member updated",
    rate: changeRateLimit,
    ownTransactions: true,
  },
  remove: {
    method: "DELETE",
    path: "/teams/{id}",
    allow: owner,
    audit: "trail",
    about:
      "Deactivates a member: their sessions end, their work goes to the owner and their appointments to host_id. A deactivated member is reactivated. With is_active it sets that state, and repeating it changes nothing.",
    params: idOnly,
    body: z.object({
      /** The state that is wanted; omitted: the other one. */
      is_active: optionalFlag,
      /** Who receives the customers of their appointments; omitted: the owner. */
      host_id: optionalId,
    }),
    data: z.object({ id: Id, is_active: z.boolean() }),
    ownTransactions: true,
  },
});

export const teamEvents = events({
  changed: {
    event: "team-changed",
    to: "dealer",
    about: "Someone was invited to the team, joined, changed, left or came back.",
    payload: z.object({}),
  },
});
