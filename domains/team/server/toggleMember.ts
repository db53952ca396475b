import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { PersonKey } from "#core/people.ts";
import type { WorkHandOver } from "#core/server/domainManifest.ts";
import { CallResult, type ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { lockPerson, setActive, signOutEverywhere } from "#domains/accounts/server/public.ts";
import { type team, teamEvents } from "../contract.ts";
import { handedOverText, joinSentences } from "../rules.ts";
import { handOverAll } from "./handOver.ts";
import { wholeTeam } from "./store.ts";

/** Deactivates a member (sessions end, work is handed over), or reactivates one; by default whichever they are not. */
export function toggleMember(
  context: ContextOf<(typeof team)["remove"]>,
  handOvers: readonly WorkHandOver[],
  id: number,
  { is_active: wanted, host_id }: BodyOf<typeof team.remove>,
) {
  const { within, scope, who, origin } = context;
  const { dealer_id } = scope;
  const person = { dealer_id, user_id: id };
  return within.platform(
    "deactivate a member",
    async (unit) => {
      const { user_type, is_active, first_name, last_name } = orNotFound(await lockPerson(unit.db, person));
      if (user_type === "dealer") throw new Failure("conflict", "The account owner can't be deleted");
      if (host_id !== undefined) await requireSuccessor(unit, person, host_id);
      const name = `${first_name} ${last_name}`.trim();
      if (wanted !== undefined && (wanted === 1) === is_active) {
        return new CallResult(`${name} ${is_active ? "is active again" : "was deleted"}`, { id, is_active });
      }
      await setActive(unit.db, person, !is_active);
      const action = is_active ? "deactivated" : "re-activated";
      await unit.audit({ action, subject: "user", subject_id: id, dealer_id });
      unit.publish(teamEvents.changed, {}, { dealer_id });
      if (!is_active) return new CallResult(`${name} is active again`, { id, is_active: true });
      await signOutEverywhere(unit, context, person);
      const handed = await handOverAll(unit, handOvers, { dealer_id, from: id, to: who.user_id, host_id });
      return new CallResult(joinSentences(`${name} was deleted`, handedOverText(handed)), { id, is_active: false });
    },
    origin,
  );
}

/** Whoever takes the appointments is an active member of the business, and stays. */
async function requireSuccessor({ db }: UnitOfWork, { dealer_id, user_id }: PersonKey, host_id: number) {
  const active = wholeTeam(db, dealer_id).where("users.id", "=", host_id).where("users.is_active", "=", true);
  const successor = host_id === user_id ? undefined : await active.executeTakeFirst();
  if (!successor) throw invalidField("host_id", "Select someone from the team");
}
