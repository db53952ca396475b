import { invalidField } from "#core/failure.ts";
import { seal } from "#core/server/seal.ts";
import type { Handlers } from "#core/server/serve.ts";
import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";
import type { calendarSource } from "../contract.ts";
import { readCalendarJob, sealPurpose } from "./readCalendar.ts";
import { deleteSource, findSource, saveSource } from "./store.ts";

export const calendarSourceHandlers: Handlers<typeof calendarSource> = {
  async get({ db, scope, who }) {
    const source = await findSource(db, { dealer_id: scope.dealer_id, user_id: who.user_id });
    return { is_set: source ? 1 : 0, read_at: source?.read_at ?? null, problem: source?.problem ?? "" };
  },

  async set({ db, scope, who, now, ports, secret, enqueue }, { body }) {
    // What calendar programs call the same address.
    const url = body.url.replace(/^webcals?:\/\//i, "https://");
    if (hasCredentials(url)) throw invalidField("url", noCredentialsText);
    if (!ports.calendars.accepts(url))
      throw invalidField("url", "Enter the calendar's address on the web. It starts with https:// or webcal://");
    const person = { dealer_id: scope.dealer_id, user_id: who.user_id };
    await saveSource(db, person, seal(secret, sealPurpose, url), now());
    enqueue(readCalendarJob, person);
    return { is_set: 1, read_at: null, problem: "" };
  },

  async remove({ db, scope, who, audit }) {
    const removed = await deleteSource(db, { dealer_id: scope.dealer_id, user_id: who.user_id });
    if (removed) await audit({ action: "disconnected", subject: "own calendar", subject_id: who.user_id });
  },
};
