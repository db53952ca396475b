import type { WorkHandOver } from "#core/server/domainManifest.ts";
import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { team } from "../contract.ts";
import { addMember } from "./addMember.ts";
import { changeMember } from "./changeMember.ts";
import { withPhoto } from "./photo.ts";
import { lastSeenByUser, membersOf, wholeTeam } from "./store.ts";
import { toggleMember } from "./toggleMember.ts";

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
        : await within.lookup("team", (db) => lastSeenByUser(db, dealer_id));
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
