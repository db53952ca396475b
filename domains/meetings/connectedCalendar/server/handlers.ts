import { Failure } from "#core/failure.ts";
import { seal } from "#core/server/seal.ts";
import type { Deps, Handlers } from "#core/server/serve.ts";
import { hashToken, newToken } from "#core/server/token.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";
import type { connectedCalendar } from "../contract.ts";
import { consentMs } from "../rules.ts";
import { revokeCalendarsJob, sealPurpose, syncCalendarJob } from "./account.ts";
import { countLeftOut } from "./eventStore.ts";
import { endAccount, findAccount, saveAccount, saveConsent, takeConsent } from "./store.ts";
import { connectedCalendarTexts as texts } from "./texts.ts";

/** Where the provider sends people back to. */
const returnPath = "/virtual/connected";

export const connectedCalendarHandlers: Handlers<typeof connectedCalendar> = {
  async get({ db, scope, who, now, ports }) {
    const { calendarAccounts } = ports;
    const provider = calendarAccounts?.provider === "google" ? "google" : calendarAccounts ? "simulator" : "none";
    const found = await findAccount(db, { dealer_id: scope.dealer_id, user_id: who.user_id });
    if (!found) return { provider, calendar: null };
    const { state, account, problem, read_at } = found;
    const left = await countLeftOut(db, scope, who.user_id, now());
    return { provider, calendar: { state, account, problem, read_at, ...left } };
  },

  async begin({ db, scope, who, now, ports, publicUrl }) {
    const calendars = setUpCalendars(ports);
    const person = { dealer_id: scope.dealer_id, user_id: who.user_id };
    const known = await findAccount(db, person);
    const { token, token_hash } = newToken();
    const expires_at = new Date(now().getTime() + consentMs);
    await saveConsent(db, { ...person, session_id: who.session_id }, { token_hash, expires_at });
    return { url: calendars.consentUrl(`${publicUrl}${returnPath}`, token, known?.account) };
  },

  async finish({ scope, who, ports, secret, publicUrl, within, origin }, { body: { state, code } }) {
    const calendars = setUpCalendars(ports);
    const person = { dealer_id: scope.dealer_id, user_id: who.user_id };
    const session = { ...person, session_id: who.session_id };
    // Used up before anything else, so that it is good for one try.
    const isOurs = await within(scope, origin, ({ db, now }) => takeConsent(db, session, hashToken(state), now()));
    if (!isOurs) throw new Failure("conflict", texts.startAgain);
    if (code === "") throw new Failure("conflict", texts.denied);
    const granted = await calendars.redeem(code, `${publicUrl}${returnPath}`);
    if (granted.kind !== "granted") throw new Failure("conflict", granted.kind === "busy" ? texts.away : texts.denied);
    const { access, account } = granted;
    await within(scope, origin, async ({ db, now, audit, enqueue }) => {
      const access_sealed = seal(secret, sealPurpose, access);
      await saveAccount(db, person, { provider: calendars.provider, account, access_sealed, granted_at: now() });
      enqueue(syncCalendarJob, person);
      enqueue(revokeCalendarsJob, {});
      const subject = { subject: "connected calendar", subject_id: who.user_id };
      await audit({ action: "connected", ...subject, detail: { account } });
    });
    return null;
  },

  async disconnect({ db, scope, who, now, audit, enqueue }) {
    const ended = await endAccount(db, { dealer_id: scope.dealer_id, user_id: who.user_id }, now());
    if (!ended) return;
    enqueue(revokeCalendarsJob, {});
    await audit({ action: "disconnected", subject: "connected calendar", subject_id: who.user_id });
  },
};

function setUpCalendars({ calendarAccounts }: Deps["ports"]): CalendarAccounts {
  if (!calendarAccounts) throw new Failure("conflict", texts.notSetUp);
  return calendarAccounts;
}
