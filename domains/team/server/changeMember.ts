import { randomUUID } from "node:crypto";
import type { BodyOf, ReceivedFile } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { PersonKey } from "#core/people.ts";
import { toE164 } from "#core/phone.ts";
import type { HandOverRequest, WorkHandOver } from "#core/server/domainManifest.ts";
import { CallResult, type ContextOf, type Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notifyEmailChanged } from "#domains/accounts/mails/server/public.ts";
import {
  changePassword,
  changePerson,
  hashNewPassword,
  isEmailTakenError,
  lockPerson,
  type PersonChange,
  setActive,
  signOutEverywhere,
  squarePhoto,
} from "#domains/accounts/server/public.ts";
import { requireConfirmation } from "#domains/accounts/twoFactor/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { type MemberChange, type team, teamEvents } from "../contract.ts";
import { type HandedOverCount, handedOverText, joinSentences } from "../rules.ts";
import { assertEmailAvailable, emailTaken, requireOwnLocations, wholeTeam } from "./store.ts";

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
    return await context.within.cellOf(context.scope, "change a member", work, context.origin);
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

/** Validates the change. The owner stays the owner, and no one changes their own email or password here. */
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
  return within.cellOf(
    { dealer_id },
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

/** The person who takes the appointments is an active member of the business, and stays. */
async function requireSuccessor({ db }: UnitOfWork, { dealer_id, user_id }: PersonKey, host_id: number) {
  const active = wholeTeam(db, dealer_id).where("users.id", "=", host_id).where("users.is_active", "=", true);
  const successor = host_id === user_id ? undefined : await active.executeTakeFirst();
  if (!successor) throw invalidField("host_id", "Select someone from the team");
}

/** Hands over every kind of work of a member. */
async function handOverAll(
  unit: UnitOfWork,
  handOvers: readonly WorkHandOver[],
  request: HandOverRequest,
): Promise<HandedOverCount[]> {
  const handed: HandedOverCount[] = [];
  for (const { what, handOver } of handOvers) {
    const result = await handOver(unit, request);
    handed.push(typeof result === "string" ? { what, count: 0, sentence: result } : { what, count: result });
  }
  return handed;
}

type PhotoDeps = Pick<Deps, "ports" | "log">;

/**
 * Stores an uploaded photo and passes its key to `work` (undefined without a file). Removes the photo if `work` fails.
 *
 * @throws Failure `invalid` at `image` when it is not a readable image.
 */
export async function withPhoto<T>(
  deps: PhotoDeps,
  dealer_id: number,
  file: ReceivedFile | undefined,
  work: (user_image: string | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return work(undefined);
  const photo = await squarePhoto(file.bytes);
  const key = `photos/${dealer_id}/${randomUUID()}`;
  await deps.ports.storage.put(key, photo, "image/webp");
  try {
    return await work(key);
  } catch (error) {
    await removePhoto(deps, key);
    throw error;
  }
}

/** Removes an unused photo. A leftover file is harmless, so a failure is only logged. */
function removePhoto({ ports, log }: PhotoDeps, key: string): Promise<void> {
  return ports.storage.remove(key).catch((error: unknown) => log.warn({ err: error, key }, "a photo was not removed"));
}
