import { randomUUID } from "node:crypto";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { sendUnlessRepeated } from "#core/server/sendUnlessRepeated.ts";
import { CallResult, type Deps, type Handlers } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { invitationMail } from "#domains/accounts/mails/rules.ts";
import { isVouchedFor } from "#domains/accounts/registration/server/public.ts";
import { codeReference } from "#domains/accounts/rules.ts";
import { assertReachable, phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { platformSender } from "#domains/locations/server/public.ts";
import { hasOptedOut } from "#domains/platformInbox/server/public.ts";
import type { DailyQuota } from "#domains/quotas/rules.ts";
import { giveBackToQuota, QuotaReached, takeFromQuota } from "#domains/quotas/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { teamEvents } from "../../contract.ts";
import { assertEmailAvailable, requireOwnLocations } from "../../server/store.ts";
import type { invitations } from "../contract.ts";
import {
  alreadyInvitedText,
  invitationDays,
  invitationEnd,
  invitationLink,
  invitationSentText,
  invitationText,
  unprovedLimit,
  unprovedLimitText,
  unprovedPhoneText,
} from "../rules.ts";
import { insertInvitation, inviter, lockInvitation, removeInvitation, setLink } from "./store.ts";

type Invite = Handlers<typeof invitations>;

/** Stores an invitation, sends it, and deletes it again if no provider accepts it. */
export const invite: Invite["send"] = async (context, { body }) => {
  const { within, scope, who, origin } = context;
  const { dealer_id } = scope;
  const { location_ids = [scope.location_id], user_type = "agent", first_name, last_name, del_allowed } = body;
  const [email, phone] = [body.email.toLowerCase(), toE164(body.phone) ?? ""];
  const { token, token_hash } = newToken();
  const draft = { dealer_id, first_name, last_name, email, phone, user_type, del_allowed };
  const invitation_id = await within
    .cellOf(
      { dealer_id },
      "invitation",
      async (unit) => {
        const { db, now, audit } = unit;
        if (email) await assertEmailAvailable(db, dealer_id, email);
        await assertReachable(db, dealer_id, "phone", phone);
        const ownLocationIds = await requireOwnLocations(db, dealer_id, location_ids);
        const times = { sent_at: now(), expires_at: invitationEnd(now()) };
        const id = await insertInvitation(
          db,
          { ...draft, token_hash, invited_by: who.user_id, ...times },
          ownLocationIds,
        );
        const detail = { user_type, email, phone };
        await audit({ action: "sent", subject: "invitation", subject_id: id, detail, dealer_id });
        await countInvitation(unit, draft);
        return id;
      },
      origin,
    )
    .catch((error: unknown) => {
      const constraint = violatedConstraint(error);
      if (constraint === "team_invitations_open_email") throw invalidField("email", alreadyInvitedText);
      throw constraint === "team_invitations_open_phone" ? invalidField("phone", alreadyInvitedText) : error;
    });
  try {
    const sentTo = await sendInvitation(context, { dealer_id, email, phone, invited_by: who.user_id, token });
    await within(scope, origin, async (unit) => unit.publish(teamEvents.changed, {}));
    return new CallResult(invitationSentText(sentTo), { invitation_id });
  } catch (error) {
    await within.cellOf({ dealer_id }, "invitation", async (unit) => {
      await removeInvitation(unit.db, dealer_id, invitation_id);
      await uncountInvitation(unit, draft);
    });
    throw error;
  }
};

/** Sends a new link. If no provider accepts it, the old link keeps working. */
export const inviteAgain: Invite["resend"] = async (context, { params: { invitation_id } }) => {
  const same = { dealer_id: context.scope.dealer_id, invitation_id };
  return sendUnlessRepeated(context.limits, "the same invitation", same, () => sendAgain(context, invitation_id));
};

async function sendAgain(context: Parameters<Invite["resend"]>[0], invitation_id: number) {
  const { within, scope, who, origin } = context;
  const { dealer_id } = scope;
  const { token, token_hash } = newToken();
  const former = await within.cellOf(
    { dealer_id },
    "invitation",
    async (unit) => {
      const { db, now, audit } = unit;
      const row = orNotFound(await lockInvitation(db, dealer_id, invitation_id));
      if (row.email) await assertEmailAvailable(db, dealer_id, row.email);
      const link = { token_hash, sent_at: now(), expires_at: invitationEnd(now()) };
      await setLink(db, dealer_id, invitation_id, row.token_hash, link);
      await audit({ action: "sent again", subject: "invitation", subject_id: invitation_id, dealer_id });
      unit.publish(teamEvents.changed, {}, { dealer_id });
      await countInvitation(unit, { ...row, dealer_id });
      return row;
    },
    origin,
  );
  const { email, phone, ...link } = former;
  try {
    const sentTo = await sendInvitation(context, { dealer_id, email, phone, invited_by: who.user_id, token });
    return new CallResult(invitationSentText(sentTo), { invitation_id });
  } catch (error) {
    const { token_hash: oldHash, sent_at, expires_at } = link;
    await within.cellOf({ dealer_id }, "invitation", async (unit) => {
      await setLink(unit.db, dealer_id, invitation_id, token_hash, { token_hash: oldHash, sent_at, expires_at });
      await uncountInvitation(unit, { dealer_id, email, phone });
    });
    throw error;
  }
}

export interface InvitationDelivery {
  readonly dealer_id: number;
  readonly email: string;
  readonly phone: string;
  readonly invited_by: number;
  readonly token: string;
}

type InvitationDeps = Pick<Deps, "within" | "ports" | "publicUrl" | "log">;

/**
 * Sends an invitation at once, because a queue would store its link. Returns where it went.
 *
 * @throws Failure `unavailable` when no provider accepted it.
 */
async function sendInvitation(
  deps: InvitationDeps,
  invitation: InvitationDelivery,
): Promise<{ email: string; phone: string }> {
  const { dealer_id, email, phone, invited_by, token } = invitation;
  const inviterNames = orNotFound(
    await deps.within.cellOf.read({ dealer_id }, "invitation", (db) => inviter(db, dealer_id, invited_by)),
  );
  const content = { ...inviterNames, link: invitationLink(deps.publicUrl, token) };
  const mailed = email !== "" && (await sendMail(deps, email, content));
  const texted = phone !== "" && (await sendText(deps, invitation, invitationText(content)));
  if (!mailed && !texted) {
    const where = email ? "email" : "phone number";
    throw new Failure("unavailable", `We couldn't send the invitation. Check the ${where}, or try again later`);
  }
  return { email: mailed ? email : "", phone: texted ? phone : "" };
}

interface InvitationContent {
  readonly business_name: string;
  readonly invited_by: string;
  readonly link: string;
}

async function sendMail({ ports, log }: InvitationDeps, to: string, content: InvitationContent): Promise<boolean> {
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const mail = invitationMail({ ...content, days: invitationDays });
  const { kind } = await ports.email.send({ ...mail, to, headers, reference }, deadlineIn(ports.clock));
  if (kind !== "accepted") log.warn({ reference, outcome: kind }, "an invitation could not be emailed");
  // A lost response counts: the mail may still arrive.
  return kind === "accepted" || kind === "lost";
}

async function sendText(
  deps: InvitationDeps,
  { dealer_id, phone: to }: InvitationDelivery,
  body: string,
): Promise<boolean> {
  const leaveBy = deadlineIn(deps.ports.clock);
  const sender = await deps.within.cellOf.read({ dealer_id }, "invitation", (db) => platformSender(db, dealer_id));
  const from = sender && maySendMarketing(sender.registration) ? sender.number : undefined;
  if (!from || (await deps.within.control.read("invitation", (db) => hasOptedOut(db, to)))) return false;
  if (await deps.within.cellOf.read({ dealer_id }, "invitation", (db) => phoneProblemFor(db, dealer_id, to)))
    return false;
  const reference = codeReference(randomUUID());
  const { kind } = await deps.ports.sms.send({ from, to, body, media: [], reference }, leaveBy);
  if (kind !== "accepted") deps.log.warn({ reference, outcome: kind }, "an invitation could not be texted");
  return kind === "accepted" || kind === "lost";
}

interface Recipient {
  readonly dealer_id: number;
  readonly email: string;
  readonly phone: string;
}

const kindsFor = ({ email, phone }: Recipient): DailyQuota[] => [
  "invitations",
  ...(email ? (["mails"] as const) : []),
  ...(phone ? (["texts"] as const) : []),
];

/**
 * Counts an invitation against today's limits. A business that no one vouches for yet texts no one in our name, and mails
 * few.
 *
 * @throws Failure `invalid` at the phone or the email, saying what to do.
 */
async function countInvitation(unit: UnitOfWork, recipient: Recipient): Promise<void> {
  const { dealer_id, email, phone } = recipient;
  const isVouched = await isVouchedFor(unit.db, dealer_id);
  if (phone && !isVouched) throw invalidField("phone", unprovedPhoneText);
  const most = isVouched ? undefined : unprovedLimit;
  try {
    for (const kind of kindsFor(recipient)) await takeFromQuota(unit, dealer_id, kind, most);
  } catch (error) {
    if (!(error instanceof QuotaReached)) throw error;
    throw invalidField(email ? "email" : "phone", isVouched ? error.message : unprovedLimitText);
  }
}

/** Takes the count back when no provider accepted the invitation. */
async function uncountInvitation(unit: UnitOfWork, recipient: Recipient): Promise<void> {
  await giveBackToQuota(unit, recipient.dealer_id, kindsFor(recipient));
}
