import { orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { requireCustomer } from "#domains/customers/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { senderRegistration } from "#domains/locations/server/public.ts";
import type { reminders } from "../contract.ts";
import { confirmationReason } from "./confirmation.ts";
import { planRemindersJob } from "./remindCustomer.ts";
import { reminderSettingsOf, remindersOf, saveReminderSettings } from "./store.ts";

export const reminderHandlers: Handlers<typeof reminders> = {
  async ofAppointment({ db, scope }, { params: { id } }) {
    const rows = orNotFound(await remindersOf(db, scope, id));
    const registration = await senderRegistration(db, scope.dealer_id, scope.location_id);
    return { reminders: rows, is_number_held: registration && !maySendMarketing(registration) ? 1 : 0 };
  },

  async confirmation({ db, scope }, { body: { customer_id } }) {
    if (customer_id !== undefined) await requireCustomer(db, scope, customer_id);
    const { confirms } = await reminderSettingsOf(db, scope);
    return { is_default: confirms, reason: await confirmationReason(db, scope, customer_id) };
  },

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
