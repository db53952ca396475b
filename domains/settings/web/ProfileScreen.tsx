import { OwnProfile } from "#domains/accounts/settings/web/public.tsx";
import { OwnPhoneForm } from "#domains/inbox/calls/web/public.tsx";
import { OwnSettingsCards, SettingsCard } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

const title = texts.titles.profile;

/** How the person appears to the team, and the phone that they call customers with. */
export function ProfileScreen() {
  return (
    <OwnSettingsCards title={title} about={texts.profile.about}>
      {(own) => (
        <SettingsCard title={title} isAlone>
          <OwnProfile settings={own} />
          <OwnPhoneForm />
        </SettingsCard>
      )}
    </OwnSettingsCards>
  );
}
