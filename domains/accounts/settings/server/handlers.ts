import { randomUUID } from "node:crypto";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import { CallResult, type Deps, type Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { deviceOf } from "#domains/accounts/mails/rules.ts";
import { notifyTwoFactorOff } from "#domains/accounts/mails/server/public.ts";
import { loginStatusOf } from "#domains/accounts/rules.ts";
import { rememberBrowser } from "#domains/accounts/server/browsers.ts";
import { changePassword, hashNewPassword, verifyOwnPassword } from "#domains/accounts/server/password.ts";
import { squarePhoto } from "#domains/accounts/server/people.ts";
import { endSessionsOf } from "#domains/accounts/server/store.ts";
import { requireConfirmation } from "#domains/accounts/twoFactor/server/public.ts";
import { addressLine } from "#domains/locations/rules.ts";
import { markNumberRequested, senderNumber, updateLocationSettings } from "#domains/locations/server/public.ts";
import type { settings } from "../contract.ts";
import { numberRequestText } from "../rules.ts";
import { changePhone, loadOwnSettings, personKeyOf, resendPhoneCode, verifyPhone } from "./changePhone.ts";
import { endOwnSession, liveSessions, settingsRow, updateDealerSettings, updatePersonSettings } from "./store.ts";

const flag = (on: boolean) => (on ? 1 : 0);

export const settingsHandlers = (domains: readonly DomainManifest[]): Handlers<typeof settings> => ({
  async profile(context) {
    const { db, scope, secret, now, publicUrl } = context;
    const row = orNotFound(await settingsRow(db, personKeyOf(context), scope.location_id));
    const number = await senderNumber(db, scope.dealer_id, scope.location_id);
    return {
      ...row,
      user_image: row.user_image && signedFileUrl(secret, row.user_image, now()),
      address: addressLine(row),
      phone_no_request: number ? 1 : (row.phone_no_request as 0 | 2),
      twilio_phone: number ?? "",
      messaging_script: number ? await messagingScript(domains, db, scope, publicUrl) : "",
      enable_otp_parent: flag(row.enable_otp_parent),
      enable_otp_team: flag(row.enable_otp_team),
    };
  },

  async requestNumber({ db, scope, now, audit }) {
    if (await senderNumber(db, scope.dealer_id, scope.location_id)) {
      return new CallResult(numberRequestText(1, false), { phone_no_request: 1 }, "info");
    }
    const isNew = await markNumberRequested(db, scope, now());
    if (isNew) await audit({ action: "requested a number", subject: "location", subject_id: scope.location_id });
    return new CallResult(numberRequestText(2, isNew), { phone_no_request: 2 });
  },

  async crmEmail({ db, scope, audit }, { body: { crm_email } }) {
    await updateLocationSettings(db, scope, { crm_email });
    await audit({ action: "set the CRM's address", subject: "location", subject_id: scope.location_id });
    return new CallResult(crm_email ? "Email for CRM saved" : "Email for CRM was removed", { crm_email });
  },

  callPhone: (context, { body }) => changePhone(context, "call", body.call_phone_no),
  notificationPhone: (context, { body }) => changePhone(context, "notification", body.notification_phone_no),
  otpPhone: (context, { body }) => changePhone(context, "otp", body.two_factor_number),
  resendPhoneCode: (context, { body }) => resendPhoneCode(context, body.which),
  verifyPhone: (context, { body }) => verifyPhone(context, body.which, body.otp),

  async otpSwitches({ within, scope, who, origin }, { body }) {
    const switches = Object.entries(body).flatMap(([name, on]) =>
      on === undefined ? [] : [[name, on === 1] as const],
    );
    const { dealer_id } = scope;
    return within.cellOf(
      { dealer_id },
      "settings",
      async (unit) => {
        if (switches.some(([, on]) => !on)) await requireConfirmation(unit.db, who, unit.now());
        const set = await updateDealerSettings(unit.db, dealer_id, Object.fromEntries(switches));
        for (const [name, on] of switches) {
          const action = `turned ${name} ${on ? "on" : "off"}`;
          await unit.audit({ action, subject: "dealer", subject_id: dealer_id, dealer_id, user_id: who.user_id });
          const whose = name === "enable_otp_parent" ? "owner" : "team";
          if (!on) await notifyTwoFactorOff(unit, dealer_id, whose, origin);
        }
        return { enable_otp_parent: flag(set.enable_otp_parent), enable_otp_team: flag(set.enable_otp_team) };
      },
      origin,
    );
  },

  async name(context, { body }) {
    await updatePersonSettings(context.db, personKeyOf(context), body);
    await context.audit({ action: "changed the name", subject: "user", subject_id: context.who.user_id });
  },

  async photo(context, { body }) {
    const { within, ports, scope, who, origin, secret } = context;
    const photo = await squarePhoto(Buffer.from(body.image.slice(body.image.indexOf(",") + 1), "base64"));
    const { user_image: oldImage } = await loadOwnSettings(context);
    const user_image = `photos/${scope.dealer_id}/${who.user_id}/${randomUUID()}`;
    await ports.storage.put(user_image, photo, "image/webp");
    await within(scope, origin, async (unit) => {
      await updatePersonSettings(unit.db, personKeyOf(context), { user_image });
      await unit.audit({ action: "changed the photo", subject: "user", subject_id: who.user_id });
    });
    if (oldImage) await removePhotoFile(context, oldImage);
    return { user_image: signedFileUrl(secret, user_image, ports.clock.now()) };
  },

  async removePhoto(context) {
    const { db, scope, who, audit, afterCommit } = context;
    const { user_image } = orNotFound(await settingsRow(db, personKeyOf(context), scope.location_id));
    if (!user_image) return;
    await updatePersonSettings(db, personKeyOf(context), { user_image: null });
    await audit({ action: "removed the photo", subject: "user", subject_id: who.user_id });
    afterCommit(() => void removePhotoFile(context, user_image));
  },

  async password(context, { body }) {
    const { within, scope, who, ports, origin, cookies } = context;
    const settings = await loadOwnSettings(context);
    // Where a code is needed, the password in this form is not enough.
    if (loginStatusOf(who.role, settings) === "otp") {
      await within.cellOf.read(scope, "settings", (db) => requireConfirmation(db, who, ports.clock.now()));
    }
    await verifyOwnPassword(context, body.old_password, { old_password: "Incorrect current password" });
    if (body.password === body.old_password) {
      throw invalidField("password", "Choose a password you aren't using now");
    }
    const change = {
      ...personKeyOf(context),
      password_hash: await hashNewPassword(body.password),
      keep: who.session_id,
    };
    await within.cellOf(
      scope,
      "settings",
      async (unit) => {
        await changePassword(unit, context, change);
        await rememberBrowser(unit, cookies, personKeyOf(context));
      },
      origin,
    );
  },

  async sessions(context) {
    const { within, scope, who, ports } = context;
    const rows = await within.cellOf.read(scope, "sessions", (db) =>
      liveSessions(db, personKeyOf(context), ports.clock.now()),
    );
    const sessions = rows.map(({ agent, ...row }) => ({
      ...row,
      device: deviceOf(agent),
      is_current: flag(row.id === who.session_id),
    }));
    return { sessions };
  },

  async endSession(context, { params: { id } }) {
    const { within, ports, origin, scope, who } = context;
    await within.cellOf(
      scope,
      "settings",
      async (unit) => {
        orNotFound(await endOwnSession(unit.db, personKeyOf(context), id, unit.now()));
        await unit.audit({
          action: "ended a session",
          subject: "user",
          subject_id: who.user_id,
          ...personKeyOf(context),
        });
      },
      origin,
    );
    ports.realtime.disconnect(id);
  },

  async endOtherSessions(context) {
    const { within, ports, origin, who } = context;
    const { dealer_id, user_id } = personKeyOf(context);
    const ended = await within.cellOf(
      { dealer_id },
      "settings",
      async (unit) => {
        await unit.audit({
          action: "ended all other sessions",
          subject: "user",
          subject_id: user_id,
          dealer_id,
          user_id,
        });
        return endSessionsOf(unit.db, dealer_id, user_id, unit.now(), who.session_id);
      },
      origin,
    );
    for (const id of ended) ports.realtime.disconnect(id);
    return { ended: ended.length };
  },
});

async function messagingScript(
  domains: readonly DomainManifest[],
  db: Db,
  scope: LocationKey,
  publicUrl: string,
): Promise<string> {
  const [load] = domains.flatMap((domain) => domain.messagingScript ?? []);
  return (await load?.(db, scope, publicUrl)) ?? "";
}

/** A leftover file is harmless, because its URL is no longer handed out: log the error and continue. */
function removePhotoFile({ ports, log }: Pick<Deps, "ports" | "log">, key: string): Promise<void> {
  return ports.storage.remove(key).catch((error: unknown) => log.warn({ err: error, key }, "a photo was not removed"));
}
