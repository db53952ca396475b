import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { acrossFields, Flag, Id, Instant, name, optionalEmail, optionalUsPhone, required } from "#core/fields.ts";
import { strongPassword } from "#core/passwords.ts";
import { owner } from "#core/people.ts";
import { LoginUser } from "#domains/accounts/contract.ts";
import { locationIds, memberType, memberTypes } from "#domains/team/contract.ts";

/** An invitation that is not accepted yet. */
export const Invitation = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  name_initials: z.string(),
  /** Where the link went; empty: not by mail. */
  email: z.string(),
  phone: z.string(),
  user_type: z.enum(memberTypes),
  del_allowed: z.literal([0, 1]),
  locations: z.array(z.object({ id: Id, title: z.string() })),
  sent_at: Instant,
  expires_at: Instant,
  /** `expired`: the link has to be sent again. */
  state: z.enum(["open", "expired"]),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitationDraft = z
  .object({
    first_name: name("First name is required", 100),
    last_name: name("Last name is required", 100),
    email: z._default(optionalEmail(), ""),
    phone: z._default(optionalUsPhone(), ""),
    /** Default: agent. */
    user_type: memberType,
    /** Default: the acting location. */
    location_ids: locationIds,
    del_allowed: z._default(Flag, 0),
  })
  .check(
    acrossFields(({ value, issues }) => {
      if (value.email !== "" || value.phone !== "") return;
      issues.push({ code: "custom", path: ["email"], message: "Enter an email or a phone number", input: value });
    }),
  );
export type InvitationDraft = z.infer<typeof InvitationDraft>;

const token = () => required("This invitation is no longer valid. Ask for a new one.", 100);

/** What the invited person sees. */
export const InvitationPreview = z.object({
  business_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Their login email; empty: they choose it. */
  email: z.string(),
  invited_by: z.string(),
  user_type: z.enum(memberTypes),
  /** The titles of the locations. */
  locations: z.array(z.string()),
  expires_at: Instant,
});
export type InvitationPreview = z.infer<typeof InvitationPreview>;

export const Acceptance = z.object({
  token: token(),
  first_name: name("First name is required", 100),
  last_name: name("Last name is required", 100),
  /** Only needed when the link came by text only. */
  email: z._default(optionalEmail(), ""),
  password: strongPassword(),
});
export type Acceptance = z.infer<typeof Acceptance>;

const idOnly = z.object({ invitation_id: Id });
const sendRateLimit = { points: 60, seconds: 3600, by: "person" } as const;
const tokenRateLimit = { points: 60, seconds: 900, by: "address" } as const;

export const invitations = calls("invitations", {
  list: {
    method: "GET",
    path: "/teams/invitations",
    allow: owner,
    supportAccess: "reads",
    about: "Open invitations, newest first.",
    data: z.object({ invitations: z.array(Invitation) }),
  },
  send: {
    method: "POST",
    path: "/teams/invite",
    allow: owner,
    audit: "trail",
    about:
      "Invites someone by email, text or both. The link lets them join and choose a password; it works once, for 7 days.",
    body: InvitationDraft,
    data: idOnly,
    rate: sendRateLimit,
    ownTransactions: true,
  },
  resend: {
    method: "POST",
    path: "/teams/invite/{invitation_id}",
    allow: owner,
    audit: "trail",
    about: "Sends a new link and voids the old one.",
    params: idOnly,
    data: idOnly,
    rate: sendRateLimit,
    ownTransactions: true,
  },
  takeBack: {
    method: "DELETE",
    path: "/teams/invite/{invitation_id}",
    allow: owner,
    audit: "trail",
    about: "Cancels an invitation and voids its link.",
    params: idOnly,
    successMessage: "Invitation canceled",
  },
  look: {
    method: "POST",
    path: "/invitations/look",
    allow: "anyone",
    audit: "none: it only reads",
    about: "Shows an invitation. Unknown, used, canceled and expired links all get the same answer.",
    body: z.object({ token: token() }),
    data: InvitationPreview,
    rate: tokenRateLimit,
    ownTransactions: true,
  },
  accept: {
    method: "POST",
    path: "/invitations/accept",
    allow: "anyone",
    audit: "trail",
    about: "Joins the team with a password of the person's choice, and signs in as login does.",
    body: Acceptance,
    data: LoginUser,
    rate: tokenRateLimit,
    ownTransactions: true,
  },
});
