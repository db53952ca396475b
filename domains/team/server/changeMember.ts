import { found, invalid } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { type ContextOf, Said } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import {
  changePassword,
  changePerson,
  hashPassword,
  isAddressTaken,
  lockPerson,
  type PersonChange,
  signOutEverywhere,
} from "#domains/accounts/server/public.ts";
import { type MemberChange, type team, teamEvents } from "../contract.ts";
import { handedText, saidTogether } from "../rules.ts";
import { assertFree, takenAddress } from "./assertFree.ts";
import { handOverAll, type Work } from "./handOver.ts";
import { locationsOf } from "./locationsOf.ts";
import { removePhoto } from "./photo.ts";

type Context = ContextOf<(typeof team)["update"]>;
type Former = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

interface Change {
  readonly id: number;
  readonly body: MemberChange;
  readonly user_image: string | undefined;
}

/** Changes a member; what they may no longer do ends at once. */
export async function changeMember(context: Context, works: readonly Work[], change: Change) {
  const { password } = change.body;
  // Takes long on purpose; no connection waits for it.
  const password_hash = password === "" ? undefined : await hashPassword(password);
  const work = (unit: Unit) => changed(unit, context, works, { ...change, password_hash });
  try {
    return await context.within.platform("change a member", work, context.origin);
  } catch (error) {
    // Somebody took the same address meanwhile.
    throw isAddressTaken(error) ? takenAddress() : error;
  }
}

async function changed(
  unit: Unit,
  context: Context,
  works: readonly Work[],
  { id, body, user_image, password_hash }: Change & { password_hash: string | undefined },
) {
  const { dealer_id } = context.scope;
  const person = { dealer_id, user_id: id };
  const former = found(await lockPerson(unit.db, person));
  const next = await allowed(unit, context, id, former, body);
  await changePerson(unit.db, person, { ...next, ...(user_image !== undefined && { user_image }) });
  const lost = next.location_ids ? former.location_ids.filter((place) => !next.location_ids?.includes(place)) : [];
  const isOther = next.user_type !== undefined && next.user_type !== former.user_type;
  if (password_hash !== undefined) {
    await changePassword(unit, context, { ...person, password_hash, must_change_password: true });
  } else if (isOther || lost.length > 0) {
    // What their browsers keep of role and location is no longer so.
    await signOutEverywhere(unit, context, person);
  }
  const given = { dealer_id, from: id, to: context.who.user_id, location_ids: lost };
  const handed = lost.length > 0 ? await handOverAll(unit, works, given) : [];
  const detail = detailOf(former, next, user_image !== undefined);
  await unit.audit({ action: "changed", subject: "user", subject_id: id, detail, dealer_id });
  unit.tell(teamEvents.changed, {}, { dealer_id });
  const { user_image: photo } = former;
  if (user_image !== undefined && photo) unit.afterCommit(() => void removePhoto(context, photo));
  return new Said(saidTogether("Team member updated", handedText(handed)), { id });
}

/** What may be changed of this person. The owner stays the owner, and nobody's own way in is changed here. */
async function allowed(
  unit: Unit,
  { scope, who }: Context,
  id: number,
  former: Former,
  body: MemberChange,
): Promise<PersonChange> {
  const { dealer_id } = scope;
  const { first_name, last_name, user_type, del_allowed, location_ids } = body;
  const email = body.email.toLowerCase();
  const isSelf = id === who.user_id;
  if (isSelf && body.password !== "") throw invalid("password", "Please change your own password in Settings");
  if (isSelf && email !== former.email) throw invalid("email", "Your own email can't be changed here");
  if (email !== former.email) await assertFree(unit.db, dealer_id, email);
  const phone = body.phone === undefined ? {} : { phone: toE164(body.phone) ?? "" };
  const always = { first_name, last_name, email, ...phone };
  if (former.user_type === "dealer") {
    if (user_type !== undefined) throw invalid("user_type", "The owner of the account stays its owner");
    return always;
  }
  const places = location_ids && (await locationsOf(unit.db, dealer_id, location_ids));
  return {
    ...always,
    ...(user_type !== undefined && { user_type }),
    ...(del_allowed !== undefined && { del_allowed }),
    ...(places !== undefined && { location_ids: places }),
  };
}

/** Which fields were changed, and into what where that says who may do what. */
function detailOf(former: Former, next: PersonChange, isNewPhoto: boolean): Record<string, string | number> {
  const { location_ids, ...fields } = next;
  const before = former as Readonly<Record<string, unknown>>;
  const changed = Object.entries(fields).filter(([name, value]) => before[name] !== value);
  const told = changed.filter(([name]) => ["email", "user_type", "del_allowed"].includes(name));
  const places = location_ids && String(location_ids) !== String(former.location_ids) ? ["location_ids"] : [];
  const names = [...changed.map(([name]) => name), ...places, ...(isNewPhoto ? ["photo"] : [])];
  return {
    changed: names.join(", "),
    ...Object.fromEntries(told),
    ...(next.email !== undefined && next.email !== former.email && { former_email: former.email }),
    ...(places.length > 0 && { location_ids: String(location_ids) }),
  };
}
