import { invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import {
  addPerson,
  hashNewPassword,
  isEmailAvailable,
  isEmailTakenError,
  loginByEmail,
  signIn,
} from "#domains/accounts/server/public.ts";
import { teamEvents } from "#domains/team/contract.ts";
import { emailTaken } from "#domains/team/server/store.ts";
import type { Acceptance, invitations } from "../contract.ts";
import { invitationEndedText } from "../rules.ts";
import { invite, inviteAgain } from "./invite.ts";
import { invitationByToken, openInvitations, setAccepted, setTakenBack } from "./store.ts";

/** Makes the link's holder a member and signs them in. */
const accept: Handlers<typeof invitations>["accept"] = async (context, { body }) => {
  const { within, ports, origin } = context;
  const token_hash = hashToken(body.token);
  const now = ports.clock.now();
  // Checked before the expensive password hash.
  const open = await within.cellOf.read({ entry: "invitation", key: token_hash }, "invitation", (db) =>
    invitationByToken(db, token_hash, now).executeTakeFirst(),
  );
  if (!open) throw invalidField("token", invitationEndedText);
  const password_hash = await hashNewPassword(body.password);
  try {
    return await within.cellOf(
      { entry: "invitation", key: token_hash },
      "accept an invitation",
      async (unit) => {
        const { email, business_name } = await join(unit, { body, token_hash, password_hash });
        const login = orNotFound(await loginByEmail(unit.db, email));
        const { user } = await signIn(unit, context, login, 0);
        return new CallResult(`Welcome to ${business_name}`, user);
      },
      origin,
    );
  } catch (error) {
    // A concurrent request took the same email.
    throw isEmailTakenError(error) ? emailTaken() : error;
  }
};

interface JoinRequest {
  readonly body: Acceptance;
  readonly token_hash: Buffer;
  readonly password_hash: string;
}

async function join(unit: UnitOfWork, { body, token_hash, password_hash }: JoinRequest) {
  const { db, now } = unit;
  // Locked, so that of two concurrent acceptances only one joins.
  const invitation = await invitationByToken(db, token_hash, now()).forUpdate("invitation").executeTakeFirst();
  if (!invitation) throw invalidField("token", invitationEndedText);
  const { dealer_id, id, user_type, del_allowed, phone, locations, business_name } = invitation;
  const email = invitation.email || body.email.toLowerCase();
  if (email === "") throw invalidField("email", "Email is required");
  if (!(await isEmailAvailable(db, email))) throw emailTaken();
  const { first_name, last_name } = body;
  const person = { dealer_id, first_name, last_name, email, phone, user_type, del_allowed, password_hash };
  const user_id = await addPerson(unit, { ...person, location_ids: locations.map((location) => location.id) });
  await setAccepted(db, dealer_id, id, user_id, now());
  await unit.audit({ action: "accepted", subject: "invitation", subject_id: id, dealer_id, user_id });
  unit.publish(teamEvents.changed, {}, { dealer_id });
  return { email, business_name };
}

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
    const row = await within.cellOf.read({ entry: "invitation", key: token_hash }, "invitation", (db) =>
      invitationByToken(db, token_hash, now).executeTakeFirst(),
    );
    if (!row) throw invalidField("token", invitationEndedText);
    return { ...row, locations: row.locations.map(({ title }) => title) };
  },

  accept,
};
