import { CodesAtSignIn, PasswordForm, SignedInBrowsers } from "#domains/accounts/settings/web/public.tsx";
import { OwnSettingsCards, SettingsCard } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** How the person signs in, and where they are signed in. */
export function SecurityScreen() {
  return (
    <OwnSettingsCards title={texts.titles.security}>
      {(own) => (
        <>
          <SettingsCard {...texts.codes}>
            <CodesAtSignIn settings={own} />
          </SettingsCard>
          <SettingsCard {...texts.password}>
            <PasswordForm email={own.email} />
          </SettingsCard>
          <SettingsCard {...texts.signedIn}>
            <SignedInBrowsers />
          </SettingsCard>
        </>
      )}
    </OwnSettingsCards>
  );
}
