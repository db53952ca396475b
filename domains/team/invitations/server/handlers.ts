import { invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { teamEvents } from "#domains/team/contract.ts";
import type { invitations } from "../contract.ts";
import { invitationEndedText } from "../rules.ts";
import { accept } from "./accept.ts";
import { invite, inviteAgain } from "./invite.ts";
import { invitationByToken, openInvitations, setTakenBack } from "./store.ts";

export const invitationHandlers: Handlers<typeof invitations> = {
  async list({ db, scope, now }) {
    const rows = await openInvitations(db, scope.dealer_id);
    const list = rows.map((row) => ({
      ...row,
      name_initials: initialsOf(row.first_name, row.last_name),
      state: row.expires_at > now() ? ("open" as const) : ("expired" as const),
    }));
    return { invitations: list };
  },

  send: invite,
  resend: inviteAgain,

  async takeBack(context, { params: { invitation_id } }) {
    const { db, scope, now, audit } = context;
    orNotFound(await setTakenBack(db, scope.dealer_id, invitation_id, now()));
    await audit({ action: "took back", subject: "invitation", subject_id: invitation_id });
    context.publish(teamEvents.changed, {});
    return null;
  },

  async look({ within, ports }, { body }) {
    const now = ports.clock.now();
    const token_hash = hashToken(body.token);
    const row = await within.lookup("invitation", (db) => invitationByToken(db, token_hash, now).executeTakeFirst());
    if (!row) throw invalidField("token", invitationEndedText);
    return { ...row, locations: row.locations.map(({ title }) => title) };
  },

  accept,
};
