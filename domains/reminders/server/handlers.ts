import type { Handlers } from "#core/server/serve.ts";
import type { reminders } from "../contract.ts";
import { reminderSettingsOf, saveReminderSettings } from "./settingsStore.ts";

export const reminderHandlers: Handlers<typeof reminders> = {
  settings: ({ db, scope }) => reminderSettingsOf(db, scope),

  async changeSettings({ db, scope, audit }, { body }) {
    await saveReminderSettings(db, scope, body);
    const detail = { ...body };
    await audit({ action: "changed", subject: "appointment reminders", subject_id: scope.location_id, detail });
    return body;
  },
};
