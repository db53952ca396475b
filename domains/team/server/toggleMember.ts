import { Failure, found } from "#core/failure.ts";
import { type ContextOf, Said } from "#core/server/serve.ts";
import { lockPerson, setActive, signOutEverywhere } from "#domains/accounts/server/public.ts";
import { type team, teamEvents } from "../contract.ts";
import { handedText, saidTogether } from "../rules.ts";
import { handOverAll, type Work } from "./handOver.ts";

/** Deactivates a member (sessions end, work is handed over), or reactivates one. */
export function toggleMember(context: ContextOf<(typeof team)["remove"]>, handOvers: readonly Work[], id: number) {
  const { within, scope, who, origin } = context;
  const { dealer_id } = scope;
  const person = { dealer_id, user_id: id };
  return within.platform(
    "deactivate a member",
    async (unit) => {
      const { user_type, is_active, first_name, last_name } = found(await lockPerson(unit.db, person));
      if (user_type === "dealer") throw new Failure("conflict", "The owner of the account can't be deleted");
      await setActive(unit.db, person, !is_active);
      const action = is_active ? "deactivated" : "re-activated";
      await unit.audit({ action, subject: "user", subject_id: id, dealer_id });
      unit.tell(teamEvents.changed, {}, { dealer_id });
      const name = `${first_name} ${last_name}`.trim();
      if (!is_active) return new Said(`${name} is active again`, { id, is_active: true });
      await signOutEverywhere(unit, context, person);
      const handed = await handOverAll(unit, handOvers, { dealer_id, from: id, to: who.user_id });
      return new Said(saidTogether(`${name} was deleted`, handedText(handed)), { id, is_active: false });
    },
    origin,
  );
}
