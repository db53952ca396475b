import { invalidField, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { sendUnlessRepeated } from "#core/server/sendUnlessRepeated.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { teamEvents } from "#domains/team/contract.ts";
import { assertEmailAvailable, requireOwnLocations } from "#domains/team/server/public.ts";
import type { invitations } from "../contract.ts";
import { alreadyInvitedText, invitationEnd, invitationSentText } from "../rules.ts";
import { countInvitation, uncountInvitation } from "./countInvitation.ts";
import { sendInvitation } from "./sendInvitation.ts";
import { insertInvitation, lockInvitation, removeInvitation, setLink } from "./store.ts";

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
    .platform(
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
    await within.platform("invitation", async (unit) => {
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
  const former = await within.platform(
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
    await within.platform("invitation", async (unit) => {
      await setLink(unit.db, dealer_id, invitation_id, token_hash, { token_hash: oldHash, sent_at, expires_at });
      await uncountInvitation(unit, { dealer_id, email, phone });
    });
    throw error;
  }
}
