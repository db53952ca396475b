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

/**
 * Does work for a signed-in device, in the rows of its business.
 *
 * @throws Failure `unauthenticated` for any other token, those of people included.
 */
export async function withDevice<T>(
  { within, ports }: Pick<Deps, "within" | "ports">,
  token: string,
  work: (unit: UnitOfWork, device: KioskDevice) => Promise<T>,
): Promise<T> {
  const now = ports.clock.now();
  const found = await within.lookup("kiosk", (db) => deviceByToken(db, hashToken(token)));
  if (!found || !isSignedIn(found, now))
    throw new Failure("unauthenticated", "This kiosk was signed out. Sign in again.");
  const { dealer_id, id, location_id, last_used_at } = found;
  return within.business({ dealer_id }, "a kiosk", async (unit) => {
    if (now.getTime() - last_used_at.getTime() > touchIntervalMs) await touchDevice(unit.db, dealer_id, id, now);
    return work(unit, { dealer_id, location_id, id });
  });
}
