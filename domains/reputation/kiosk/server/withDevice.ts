import { Failure } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Deps } from "#core/server/serve.ts";
import { hashToken } from "#core/server/token.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isSignedIn } from "../rules.ts";
import { deviceByToken, touchDevice } from "./store.ts";

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
  const found = await within.lookup("kiosk", (db) => deviceByToken(db, hashToken(token)));
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
