import type { Handlers } from "#core/server/serve.ts";
import type { reminders } from "../contract.ts";
import { planRemindersJob } from "./remindCustomer.ts";
import { reminderSettingsOf, saveReminderSettings } from "./store.ts";

export const reminderHandlers: Handlers<typeof reminders> = {
  settings: ({ db, scope }) => reminderSettingsOf(db, scope),

  async changeSettings({ db, scope, audit, enqueue }, { body }) {
    await saveReminderSettings(db, scope, body);
    const { dealer_id, location_id } = scope;
    enqueue(planRemindersJob, { dealer_id, location_id });
    const detail = { ...body };
    await audit({ action: "changed", subject: "appointment reminders", subject_id: scope.location_id, detail });
    return body;
  },
};
