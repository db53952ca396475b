import { randomBytes } from "node:crypto";
import type { Server } from "#core/server/serve.ts";
import { ensureOperator } from "#domains/accounts/server/public.ts";
import { isSampleRemoved } from "#domains/admin/clients/server/public.ts";
import { keepPhoneKey } from "#domains/customers/erasure/server/keepPhoneKey.ts";
import { ensurePlatformNumber } from "#domains/locations/server/public.ts";
import { seedDealership } from "#sample/dealership.ts";
import type { Env } from "./env.ts";

/** Credentials that startup prints; the password only right after it was made up. */
export interface InitialSignIn {
  readonly label: string;
  readonly email: string;
  readonly password: string;
}

const alreadySet = "(as set before)";
const fromEnvironment = (name: string) => `(from ${name})`;
/** The sender of one-time codes while texts are simulated; with a real carrier the operator buys a number. */
const platformNumber = "+18005550199";
const randomPassword = () => randomBytes(9).toString("base64url");

/** Creates the super administrator and, in demo mode, the sample dealership, unless they already exist. */
export async function firstStart(env: Env, { within, ports }: Server): Promise<InitialSignIn[]> {
  await within.control("phones of erased people", keepPhoneKey);
  const adminPassword = env.adminPassword ?? randomPassword();
  const isNew = await within.control("first start", (unit) =>
    ensureOperator(unit, env.adminEmail, () => adminPassword),
  );
  if (env.smsProvider === "simulator") {
    const { provider } = ports.sms;
    // The sample dealership's numbers are registered, and so is the one that texts its codes.
    const registration = env.demo ? "registered" : ports.registrar ? "missing" : "not_needed";
    await within.control("first start", (unit) => ensurePlatformNumber(unit, platformNumber, provider, registration));
  }
  const printedAdmin = env.adminPassword ? fromEnvironment("ADMIN_PASSWORD") : adminPassword;
  const operator = { label: "Platform operator", email: env.adminEmail, password: isNew ? printedAdmin : alreadySet };
  if (!env.demo) return [operator];
  const demoPassword = env.demoPassword ?? randomPassword();
  const seeded = await within.control("first start", (unit) => seedDealership(unit, demoPassword, ports.clock.now()));
  if (await within.control("first start", ({ db }) => isSampleRemoved(db))) return [operator];
  const printedDemo = env.demoPassword ? fromEnvironment("DEMO_PASSWORD") : demoPassword;
  const password = seeded ? printedDemo : alreadySet;
  return [
    { label: "Sample owner", email: "owner@demo.rooftop.test", password },
    { label: "Sample manager", email: "manager@demo.rooftop.test", password },
    { label: "Sample agent", email: "agent@demo.rooftop.test", password },
    operator,
  ];
}
