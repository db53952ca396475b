import { useSession } from "#core/web/session/session.ts";
import { CrmEmailForm, LocationPhones } from "#domains/accounts/settings/web/public.tsx";
import { VoiceSettingsForm } from "#domains/inbox/calls/web/public.tsx";
import { OwnSettingsCards, SettingsCard } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** Where the location is reached, and how its calls are taken. */
export function CallsScreen() {
  const location = useSession()?.location ?? "";
  return (
    <OwnSettingsCards title={texts.titles.calls}>
      {(own) => (
        <>
          <SettingsCard title={texts.reached.title} about={texts.reached.about(location)}>
            <LocationPhones settings={own} />
            <CrmEmailForm settings={own} />
          </SettingsCard>
          <SettingsCard {...texts.calls}>
            <VoiceSettingsForm />
          </SettingsCard>
        </>
      )}
    </OwnSettingsCards>
  );
}
