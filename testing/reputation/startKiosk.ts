import type { Caller } from "#core/client.ts";
import { kiosk } from "#domains/reputation/kiosk/contract.ts";

export const kioskPassword = "Harbor-tablet-7";
export const kioskPin = "4821";

/** Turns the acting location's kiosk on, gives the member a PIN, and signs a device in. @returns what the device got. */
export async function startKiosk(owner: Caller, member: Caller, anyone: Caller) {
  const { username } = (await owner(kiosk.changePassword, { body: { password: kioskPassword } })).data;
  await member(kiosk.setPin, { body: { pin: kioskPin } });
  const { device } = (await anyone(kiosk.login, { body: { username, password: kioskPassword } })).data;
  return { username, device };
}
