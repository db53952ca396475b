import type { Handlers } from "#core/server/serve.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import type { firstRun } from "../contract.ts";
import { firstSteps } from "../rules.ts";
import { firstRunFacts, setHidden, someColleagues } from "./store.ts";

const flag = (is: boolean) => (is ? 1 : 0);

export const firstRunHandlers: Handlers<typeof firstRun> = {
  async steps({ db, scope, who: { user_id }, ports }) {
    const { is_hidden, has_chats, ...found } = await firstRunFacts(db, scope, user_id);
    // The business can be registered before it has a number.
    const facts = { ...found, registration: found.registration ?? (ports.registrar ? ("missing" as const) : null) };
    const colleagues = await someColleagues(db, { dealer_id: scope.dealer_id, user_id });
    return {
      steps: firstSteps({ ...facts, has_team: colleagues.length > 0 }),
      hidden: flag(is_hidden),
      has_chats: flag(has_chats),
      team: colleagues.map(({ first_name, last_name, is_invited }) => ({
        first_name,
        initials: initialsOf(first_name, last_name),
        is_invited,
      })),
    };
  },

  async hide({ db, scope, who: { user_id }, now }, { body: { hidden } }) {
    await setHidden(db, { dealer_id: scope.dealer_id, user_id }, hidden === 1 ? now() : null);
    return { hidden };
  },
};
