import { toE164 } from "#core/phone.ts";
import type { WorkHandOver } from "#core/server/domainManifest.ts";
import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { addPerson, hashNewPassword, isEmailTakenError } from "#domains/accounts/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { type team, teamEvents } from "../contract.ts";
import { changeMember, toggleMember, withPhoto } from "./changeMember.ts";
import {
  assertEmailAvailable,
  emailTaken,
  lastSeenByUser,
  membersOf,
  requireOwnLocations,
  wholeTeam,
} from "./store.ts";

/** @param handOvers how each kind of work is handed over when a member leaves. */
export function teamHandlers(handOvers: readonly WorkHandOver[]): Handlers<typeof team> {
  return {
    async chat({ db, scope, secret, now }) {
      const members = await membersOf(db, scope).execute();
      const teamMembers = members.map(({ user_image, ...member }) => ({
        ...member,
        name: `${member.first_name} ${member.last_name}`.trim(),
        name_initials: initialsOf(member.first_name, member.last_name),
        user_image: user_image && signedFileUrl(secret, user_image, now()),
      }));
      return { teamMembers };
    },

    async list({ within, scope, who, origin, secret, ports }) {
      const { dealer_id } = scope;
      const members = await within(scope, origin, ({ db }) => wholeTeam(db, dealer_id).execute());
      // Support access must not read platform rows such as sessions.
      const lastSeenById = who.supportAccess
        ? undefined
        : await within.cellOf.read({ dealer_id }, "team", (db) => lastSeenByUser(db, dealer_id));
      const now = ports.clock.now();
      const teamMembers = members.map(({ user_image, ...member }) => ({
        ...member,
        name_initials: initialsOf(member.first_name, member.last_name),
        user_image: user_image && signedFileUrl(secret, user_image, now),
        last_seen_at: lastSeenById?.get(member.id) ?? null,
      }));
      return { teamMembers };
    },

    add: addMember,

    update: (context, { params: { id }, body, file }) =>
      withPhoto(context, context.scope.dealer_id, file, (user_image) =>
        changeMember(context, handOvers, { id, body, user_image }),
      ),

    remove: (context, { params: { id }, body }) => toggleMember(context, handOvers, id, body),
  };
}

/** Adds a member with a password that the owner chose. */
const addMember: Handlers<typeof team>["add"] = async (context, { body, file }) => {
  const { within, scope, origin } = context;
  const { dealer_id } = scope;
  const { password, location_ids, user_type = "agent", ...draft } = body;
  // Hashing is slow on purpose, so no database connection is held meanwhile.
  const password_hash = await hashNewPassword(password);
  const member = { ...draft, dealer_id, user_type, phone: toE164(body.phone) ?? "", password_hash };
  try {
    return await withPhoto(context, dealer_id, file, (user_image) =>
      within.cellOf(
        { dealer_id },
        "add a member",
        async (unit) => {
          await assertEmailAvailable(unit.db, dealer_id, body.email);
          await assertReachable(unit.db, dealer_id, "phone", member.phone);
          const ownLocationIds = await requireOwnLocations(unit.db, dealer_id, location_ids ?? [scope.location_id]);
          const photo = user_image === undefined ? {} : { user_image };
          const id = await addPerson(unit, {
            ...member,
            ...photo,
            must_change_password: true,
            location_ids: ownLocationIds,
          });
          const detail = { user_type, email: body.email.toLowerCase() };
          await unit.audit({ action: "added", subject: "user", subject_id: id, detail, dealer_id });
          unit.publish(teamEvents.changed, {}, { dealer_id });
          return { id };
        },
        origin,
      ),
    );
  } catch (error) {
    // A concurrent request took the same email.
    throw isEmailTakenError(error) ? emailTaken() : error;
  }
};
