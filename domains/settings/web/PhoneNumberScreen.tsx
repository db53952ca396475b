import { useSession } from "#core/web/session/session.ts";
import { NumberForTexts } from "#domains/accounts/settings/web/public.tsx";
import { OwnSettingsCards, SettingsCard } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** The location's number, or the way to one. */
export function PhoneNumberScreen() {
  const location = useSession()?.location ?? "";
  return (
    <OwnSettingsCards title={texts.titles.phoneNumber}>
      {(own) => (
        <SettingsCard title={texts.number.title} about={texts.number.about(location)}>
          <NumberForTexts settings={own} />
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}
