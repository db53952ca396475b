import { invalidField, orNotFound } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import type { WorkHandOver } from "#core/server/domainManifest.ts";
import { CallResult, type ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyEmailChanged } from "#domains/accounts/mails/server/public.ts";
import { requireConfirmation } from "#domains/accounts/reauthentication/server/public.ts";
import {
  changePassword,
  changePerson,
  hashNewPassword,
  isEmailTakenError,
  lockPerson,
  type PersonChange,
  signOutEverywhere,
} from "#domains/accounts/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { type MemberChange, type team, teamEvents } from "../contract.ts";
import { handedOverText, joinSentences } from "../rules.ts";
import { assertEmailAvailable, emailTaken } from "./assertEmailAvailable.ts";
import { handOverAll } from "./handOver.ts";
import { removePhoto } from "./photo.ts";
import { requireOwnLocations } from "./requireOwnLocations.ts";

type UpdateContext = ContextOf<(typeof team)["update"]>;
type MemberRow = NonNullable<Awaited<ReturnType<typeof lockPerson>>>;

interface MemberUpdate {
  readonly id: number;
  readonly body: MemberChange;
  readonly user_image: string | undefined;
}

/** Changes a member and ends at once what they may no longer do. */
export async function changeMember(context: UpdateContext, handOvers: readonly WorkHandOver[], change: MemberUpdate) {
  const { password } = change.body;
  // Hashing is slow on purpose, so no database connection is held meanwhile.
  const password_hash = password === "" ? undefined : await hashNewPassword(password);
  const work = (unit: UnitOfWork) => applyUpdate(unit, context, handOvers, { ...change, password_hash });
  try {
    return await context.within.platform("change a member", work, context.origin);
  } catch (error) {
    // A concurrent request took the same email.
    throw isEmailTakenError(error) ? emailTaken() : error;
  }
}

async function applyUpdate(
  unit: UnitOfWork,
  context: UpdateContext,
  handOvers: readonly WorkHandOver[],
  { id, body, user_image, password_hash }: MemberUpdate & { password_hash: string | undefined },
) {
  const { dealer_id } = context.scope;
  const person = { dealer_id, user_id: id };
  const former = orNotFound(await lockPerson(unit.db, person));
  const next = await allowedChange(unit, context, id, former, body);
  const hasNewEmail = next.email !== undefined && next.email !== former.email;
  if (hasNewEmail || password_hash !== undefined) await requireConfirmation(unit.db, context.who, unit.now());
  if (hasNewEmail) notifyEmailChanged(unit, person, former.email, context.origin);
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
  unit.publish(teamEvents.changed, {}, { dealer_id });
  const { user_image: photo } = former;
  if (user_image !== undefined && photo) unit.afterCommit(() => void removePhoto(context, photo));
  return new CallResult(joinSentences("Team member updated", handedOverText(handed)), { id });
}

/** Validates the change. The owner stays the owner, and nobody changes their own email or password here. */
async function allowedChange(
  unit: UnitOfWork,
  { scope, who }: UpdateContext,
  id: number,
  former: MemberRow,
  body: MemberChange,
): Promise<PersonChange> {
  const { dealer_id } = scope;
  const { first_name, last_name, user_type, del_allowed, location_ids } = body;
  const email = body.email.toLowerCase();
  const isSelf = id === who.user_id;
  if (isSelf && body.password !== "") throw invalidField("password", "Change your own password in Settings");
  if (isSelf && email !== former.email) throw invalidField("email", "Your own email can't be changed here");
  if (email !== former.email) await assertEmailAvailable(unit.db, dealer_id, email);
  const phone = body.phone === undefined ? {} : { phone: toE164(body.phone) ?? "" };
  if (phone.phone !== undefined && phone.phone !== former.phone)
    await assertReachable(unit.db, dealer_id, "phone", phone.phone);
  const basics = { first_name, last_name, email, ...phone };
  if (former.user_type === "dealer") {
    if (user_type !== undefined) throw invalidField("user_type", "The account owner's role can't be changed");
    return basics;
  }
  const ownLocationIds = location_ids && (await requireOwnLocations(unit.db, dealer_id, location_ids));
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
