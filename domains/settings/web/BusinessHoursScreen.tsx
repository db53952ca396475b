import { useSession } from "#core/web/session/session.ts";
import { BusinessHoursForm } from "#domains/locations/hours/web/public.tsx";
import { SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

const title = texts.titles.businessHours;

/** When the location is open. */
export function BusinessHoursScreen() {
  const person = useSession();
  return (
    <SettingsCards title={title} about={texts.hours.about(person?.location ?? "")}>
      <SettingsCard title={title} isAlone>
        {person?.location_id && <BusinessHoursForm locationId={person.location_id} />}
      </SettingsCard>
    </SettingsCards>
  );
}
