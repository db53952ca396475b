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

type UpdateContext = ContextOf<(typeof team)["update"]>;
type MemberRow = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

interface MemberUpdate {
  readonly id: number;
  readonly body: MemberChange;
  readonly user_image: string | undefined;
}

/** Changes a member and ends at once what they may no longer do. */
export async function changeMember(context: UpdateContext, handOvers: readonly Work[], change: MemberUpdate) {
  const { password } = change.body;
  // Hashing is slow on purpose, so no database connection is held meanwhile.
  const password_hash = password === "" ? undefined : await hashPassword(password);
  const work = (unit: Unit) => applyUpdate(unit, context, handOvers, { ...change, password_hash });
  try {
    return await context.within.platform("change a member", work, context.origin);
  } catch (error) {
    // A concurrent request took the same email.
    throw isAddressTaken(error) ? takenAddress() : error;
  }
}

async function applyUpdate(
  unit: Unit,
  context: UpdateContext,
  handOvers: readonly Work[],
  { id, body, user_image, password_hash }: MemberUpdate & { password_hash: string | undefined },
) {
  const { dealer_id } = context.scope;
  const person = { dealer_id, user_id: id };
  const former = found(await lockPerson(unit.db, person));
  const next = await allowedChange(unit, context, id, former, body);
  await changePerson(unit.db, person, { ...next, ...(user_image !== undefined && { user_image }) });
  const lost = next.location_ids ? former.location_ids.filter((place) => !next.location_ids?.includes(place)) : [];
  const hasNewRole = next.user_type !== undefined && next.user_type !== former.user_type;
  if (password_hash !== undefined) {
    await changePassword(unit, context, { ...person, password_hash, must_change_password: true });
  } else if (hasNewRole || lost.length > 0) {
    // Their browsers cache role and locations, which are now stale.
    await signOutEverywhere(unit, context, person);
  }
  const request = { dealer_id, from: id, to: context.who.user_id, location_ids: lost };
  const handed = lost.length > 0 ? await handOverAll(unit, handOvers, request) : [];
  const detail = detailOf(former, next, user_image !== undefined);
  await unit.audit({ action: "changed", subject: "user", subject_id: id, detail, dealer_id });
  unit.tell(teamEvents.changed, {}, { dealer_id });
  const { user_image: photo } = former;
  if (user_image !== undefined && photo) unit.afterCommit(() => void removePhoto(context, photo));
  return new Said(saidTogether("Team member updated", handedText(handed)), { id });
}

/** Validates the change. The owner stays the owner, and nobody changes their own email or password here. */
async function allowedChange(
  unit: Unit,
  { scope, who }: UpdateContext,
  id: number,
  former: MemberRow,
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
  const basics = { first_name, last_name, email, ...phone };
  if (former.user_type === "dealer") {
    if (user_type !== undefined) throw invalid("user_type", "The owner of the account stays its owner");
    return basics;
  }
  const ownLocationIds = location_ids && (await locationsOf(unit.db, dealer_id, location_ids));
  return {
    ...basics,
    ...(user_type !== undefined && { user_type }),
    ...(del_allowed !== undefined && { del_allowed }),
    ...(ownLocationIds !== undefined && { location_ids: ownLocationIds }),
  };
}

/** The audit detail: the changed fields, with values only for those that affect access. */
function detailOf(former: MemberRow, next: PersonChange, isNewPhoto: boolean): Record<string, string | number> {
  const { location_ids, ...fields } = next;
  const before = former as Readonly<Record<string, unknown>>;
  const changed = Object.entries(fields).filter(([name, value]) => before[name] !== value);
  const auditedValues = changed.filter(([name]) => ["email", "user_type", "del_allowed"].includes(name));
  const changedLocations = location_ids && String(location_ids) !== String(former.location_ids) ? ["location_ids"] : [];
  const names = [...changed.map(([name]) => name), ...changedLocations, ...(isNewPhoto ? ["photo"] : [])];
  return {
    changed: names.join(", "),
    ...Object.fromEntries(auditedValues),
    ...(next.email !== undefined && next.email !== former.email && { former_email: former.email }),
    ...(changedLocations.length > 0 && { location_ids: String(location_ids) }),
  };
}
