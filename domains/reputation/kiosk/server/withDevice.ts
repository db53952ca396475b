import { Failure, invalidField } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { verifyPassword } from "#domains/accounts/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { isSignedIn } from "../rules.ts";
import { deviceByToken, pinsOf, touchDevice } from "./store.ts";

/** A signed-in device, with the location that it stands in. */
export interface KioskDevice extends LocationKey {
  readonly id: number;
}

const touchIntervalMs = 60_000;

type KioskDeps = Pick<Deps, "within" | "ports">;

/**
 * The signed-in device with this token.
 *
 * @throws Failure `unauthenticated` for any other token, those of people included.
 */
export async function deviceOf({ within, ports }: KioskDeps, token: string): Promise<KioskDevice> {
  const now = ports.clock.now();
  const token_hash = hashToken(token);
  const found = await within.cellOf.read({ entry: "kiosk", key: token_hash }, "kiosk", (db) =>
    deviceByToken(db, token_hash),
  );
  if (!found || !isSignedIn(found, now))
    throw new Failure("unauthenticated", "This kiosk was signed out. Sign in again.");
  const { dealer_id, id, location_id, last_used_at } = found;
  if (now.getTime() - last_used_at.getTime() > touchIntervalMs)
    await within.business({ dealer_id }, "a kiosk", ({ db }) => touchDevice(db, dealer_id, id, now));
  return { dealer_id, location_id, id };
}

/** Does work for a signed-in device, in the rows of its business. */
export async function withDevice<T>(
  deps: KioskDeps,
  token: string,
  work: (unit: UnitOfWork, device: KioskDevice) => Promise<T>,
): Promise<T> {
  const device = await deviceOf(deps, token);
  return deps.within.business({ dealer_id: device.dealer_id }, "a kiosk", (unit) => work(unit, device));
}

const [attempts, seconds] = [5, 900];

/**
 * The active member of the location whose PIN this is. Checking it takes a while, in which no connection is held.
 *
 * @throws 422 at `pin`, for a stranger as for a wrong one; 429 after five within 15 minutes.
 */
export async function provenMember(
  { within, limits }: Pick<Deps, "within" | "limits">,
  location: LocationKey,
  { member: chosen, pin }: { readonly member: string; readonly pin: string },
) {
  const { dealer_id } = location;
  const key = `${dealer_id} ${chosen}`;
  await limits.consume("kiosk pin", key, attempts, seconds);
  const { member, stored } = await within.business({ dealer_id }, "a kiosk", async ({ db }) => {
    const found = (await membersAt(db, location)).find(({ id }) => String(id) === chosen);
    return { member: found, stored: found && (await pinsOf(db, dealer_id, [found.id])).get(found.id) };
  });
  const isRight = await verifyPassword(stored, pin);
  if (!member || !isRight) throw invalidField("pin", "Incorrect PIN. Try again.");
  await limits.reset("kiosk pin", key);
  return member;
}
