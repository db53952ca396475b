import { SupportAccessLog } from "#domains/admin/supportAccess/web/public.tsx";
import { SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

const title = texts.titles.staffAccess;

/** Who of the platform looked into the account. */
export function StaffAccessScreen() {
  return (
    <SettingsCards title={title} about={texts.staffAccess.about}>
      <SettingsCard title={title} isAlone>
        <SupportAccessLog />
      </SettingsCard>
    </SettingsCards>
  );
}
