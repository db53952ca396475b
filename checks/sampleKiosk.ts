import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { kioskPassword, kioskPin, startKiosk } from "#testing/reputation/startKiosk.ts";
import { addSite, googleLink } from "#testing/reputation/startReviews.ts";
import type { TestApp } from "#testing/testApp.ts";

interface KioskSetting {
  readonly app: TestApp;
  readonly fresh: Dealership;
}

/** A fresh business with a review site, and a device that is signed in as its kiosk. */
async function freshKiosk({ app, fresh }: KioskSetting) {
  const token = await app.token(fresh.owner);
  const owner: Caller = injectedCaller(app.http, token);
  await addSite(owner, "google", googleLink);
  const { username, device } = await startKiosk(owner, owner, injectedCaller(app.http));
  const { rows } = await app.pool.query<{ id: string }>("select id from users where email = $1", [fresh.owner]);
  return { token, username, device, member: String(rows[0]?.id) };
}

/** What requests to kiosks need: they are made by devices, not by people. */
export const kioskPreparations = {
  "kiosk.turn": async (setting: KioskSetting) => ({ values: { is_on: 0 }, token: (await freshKiosk(setting)).token }),
  "kiosk.login": async (setting: KioskSetting) => {
    const { username } = await freshKiosk(setting);
    return { values: { username, password: kioskPassword } };
  },
  "kiosk.view": async (setting: KioskSetting) => ({ values: { device: (await freshKiosk(setting)).device } }),
  "kiosk.logout": async (setting: KioskSetting) => ({ values: { device: (await freshKiosk(setting)).device } }),
  "kiosk.unlock": atDevice,
  "kiosk.invite": atDevice,
};

async function atDevice(setting: KioskSetting) {
  const { device, member } = await freshKiosk(setting);
  return { values: { device, member, pin: kioskPin } };
}
