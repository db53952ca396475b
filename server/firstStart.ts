import { randomBytes } from "node:crypto";
import type { Server } from "#core/server/serve.ts";
import { seedDealership } from "#database/seed/dealership.ts";
import { ensureOperator } from "#domains/accounts/server/public.ts";
import { ensurePlatformNumber } from "#domains/locations/server/public.ts";
import type { Env } from "./env.ts";

/** How somebody signs in; said once, when the person was made. */
export interface SignIn {
  readonly who: string;
  readonly email: string;
  readonly password: string;
}

const alreadySet = "(as set before)";
/** Where codes come from while texts are simulated; a real carrier's number is bought. */
const platformNumber = "+18005550199";
const madeUp = () => randomBytes(9).toString("base64url");

/** Makes the super administrator and, where wanted, the sample dealership, when they are not there yet. */
export async function firstStart(env: Env, { within, ports }: Server): Promise<SignIn[]> {
  const adminPassword = env.adminPassword ?? madeUp();
  const made = await within.platform("first start", (unit) =>
    ensureOperator(unit, env.adminEmail, () => adminPassword),
  );
  if (!env.twilio) {
    const { provider } = ports.sms;
    await within.platform("first start", (unit) => ensurePlatformNumber(unit, platformNumber, provider));
  }
  const operator = { who: "Platform operator", email: env.adminEmail, password: made ? adminPassword : alreadySet };
  if (!env.demo) return [operator];
  const demoPassword = env.demoPassword ?? madeUp();
  const seeded = await within.platform("first start", (unit) => seedDealership(unit, demoPassword, ports.clock.now()));
  const password = seeded ? demoPassword : alreadySet;
  return [
    { who: "Sample owner", email: "owner@demo.rooftop.test", password },
    { who: "Sample agent", email: "agent@demo.rooftop.test", password },
    operator,
  ];
}
