import { LegalPagesForm, legalPageTexts } from "#domains/textRegistration/legalPages/web/public.tsx";
import { SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** The pages that the platform hosts for the business. */
export function LegalPagesScreen() {
  return (
    <SettingsCards title={texts.titles.legalPages}>
      <SettingsCard title={legalPageTexts.title} about={legalPageTexts.about}>
        <LegalPagesForm />
      </SettingsCard>
    </SettingsCards>
  );
}
