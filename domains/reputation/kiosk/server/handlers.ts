import { randomBytes } from "node:crypto";
import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import { initialsOf } from "#domains/accounts/rules.ts";
import { businessAt, hashNewPassword, hashPassword, verifyPassword } from "#domains/accounts/server/public.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { invitePerson } from "#domains/reputation/invites/server/invitePeople.ts";
import { wordsFor } from "#domains/reputation/settings/rules.ts";
import { textsOf } from "#domains/reputation/settings/server/store.ts";
import { membersAt } from "#domains/team/server/public.ts";
import type { KioskSettings, kiosk } from "../contract.ts";
import { isSignedIn, usernameOf } from "../rules.ts";
import {
  endDevices,
  insertDevice,
  kioskByUsername,
  kioskOf,
  openDevices,
  pinsOf,
  saveKiosk,
  savePin,
  turnKiosk,
} from "./store.ts";
import { deviceOf, provenMember, withDevice } from "./withDevice.ts";

const [invitesPerMinute, loginsPerUsername, loginSeconds] = [20, 10, 900];

export const kioskHandlers: Handlers<typeof kiosk> = {
  settings: (context) => shown(context),

  async turn(context, { body: { is_on } }) {
    const { db, scope, now } = context;
    if (!(await kioskOf(db, scope))) throw new Failure("conflict", "Choose a password for the kiosk first.");
    await turnKiosk(db, scope, is_on);
    if (is_on === 0) await endDevices(db, scope, now());
    await accountFor(context, is_on === 1 ? "turned the review kiosk on" : "turned the review kiosk off");
    return shown(context);
  },

  async changePassword(context, { body: { password } }) {
    const { db, scope, now } = context;
    await saveKiosk(db, scope, usernameOf(randomBytes(8)), await hashNewPassword(password));
    await endDevices(db, scope, now());
    await accountFor(context, "changed the review kiosk's password");
    return shown(context);
  },

  async setPin({ db, scope, who, now, audit }, { body: { pin } }) {
    await savePin(db, { dealer_id: scope.dealer_id, user_id: who.user_id }, await hashPassword(pin), now());
    await audit({ action: "changed their kiosk PIN", subject: "user", subject_id: who.user_id });
    return null;
  },

  async login({ within, limits, ports, origin }, { body: { username, password } }) {
    const name = username.trim().toLowerCase();
    await limits.consume("kiosk username", name, loginsPerUsername, loginSeconds);
    const found = await within.cellOf.read({ entry: "kiosk username", key: name }, "kiosk sign-in", (db) =>
      kioskByUsername(db, name),
    );
    const isRight = await verifyPassword(found?.password_hash, password);
    if (!found || !isRight) throw new Failure("unauthenticated", "Incorrect username or password.");
    await limits.reset("kiosk username", name);
    const { token, token_hash } = newToken();
    const { ip, agent } = origin;
    await within.business({ dealer_id: found.dealer_id }, "a kiosk's sign-in", ({ db }) =>
      insertDevice(db, found, { token_hash, at: ports.clock.now(), ip, agent: agent ?? "" }),
    );
    return { device: token };
  },

  async view(context, { body }) {
    return withDevice(context, body.device, async ({ db }, device) => {
      const { dealer_id, location_id } = device;
      const members = await membersAt(db, device);
      const pins = await pinsOf(
        db,
        dealer_id,
        members.map(({ id }) => id),
      );
      const people = members
        .filter(({ id }) => pins.has(id))
        .map(({ id, first_name, last_name }) => ({
          id,
          name: `${first_name} ${last_name}`.trim(),
          name_initials: initialsOf(first_name, last_name),
        }));
      const { title } = orNotFound(await locationById(db, dealer_id, location_id));
      const language = wordsFor(await textsOf(db, device), undefined)?.language ?? "en";
      const { business_name } = orNotFound(await businessAt(db, dealer_id, location_id));
      const { privacy, terms } = await legalAddresses(db, dealer_id, context.publicUrl);
      const pages = { privacy_url: privacy, terms_url: terms };
      return { business: business_name, location: title, people, language, ...pages };
    });
  },

  async unlock(context, { body }) {
    await provenMember(context, await deviceOf(context, body.device), body);
    return null;
  },

  async invite(context, { body }) {
    const { within, limits } = context;
    const device = await deviceOf(context, body.device);
    const { dealer_id, location_id } = device;
    await limits.consume("kiosk invites", `${dealer_id} ${device.id}`, invitesPerMinute, 60);
    const { id: user_id } = await provenMember(context, device, body);
    return within.business({ dealer_id }, "a kiosk", (unit) =>
      invitePerson({ ...context, who: { user_id } }, unit, { dealer_id, location_id }, body),
    );
  },

  async logout(context, { body }) {
    await withDevice(context, body.device, ({ db, now }, device) => endDevices(db, device, now(), device.id));
    return null;
  },
};

async function accountFor({ audit, scope }: StaffContext, action: string): Promise<void> {
  await audit({ action, subject: "location", subject_id: scope.location_id });
}

async function shown({ db, scope, now }: StaffContext): Promise<KioskSettings> {
  const stored = await kioskOf(db, scope);
  const devices = (await openDevices(db, scope)).filter((device) => isSignedIn(device, now()));
  return { is_on: stored?.is_on === 1 ? 1 : 0, username: stored?.username ?? "", devices: devices.length };
}
