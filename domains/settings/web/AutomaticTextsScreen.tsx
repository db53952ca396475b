import { useSession } from "#core/web/session/session.ts";
import { ReminderSettingsForm, reminderSettingsTexts } from "#domains/appointments/reminders/web/public.tsx";
import { SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** What the location texts by itself. */
export function AutomaticTextsScreen() {
  const person = useSession();
  return (
    <SettingsCards title={texts.titles.automaticTexts}>
      <SettingsCard title={reminderSettingsTexts.title} about={reminderSettingsTexts.about(person?.location ?? "")}>
        <ReminderSettingsForm business={person?.business_name ?? ""} />
      </SettingsCard>
    </SettingsCards>
  );
}
