import { fileAddress } from "#core/server/fileAddress.ts";
import type { Handlers } from "#core/server/serve.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { team } from "../contract.ts";
import { membersOf } from "./store.ts";

export const teamHandlers: Handlers<typeof team> = {
  async chat({ db, scope, secret, now }) {
    const members = await membersOf(db, scope).execute();
    const teamMembers = members.map(({ user_image, ...member }) => ({
      ...member,
      name: `${member.first_name} ${member.last_name}`.trim(),
      name_initials: initialsOf(member.first_name, member.last_name),
      user_image: user_image && fileAddress(secret, user_image, now()),
    }));
    return { teamMembers };
  },
};
