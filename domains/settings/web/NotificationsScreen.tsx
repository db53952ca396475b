import { DeviceSettings } from "#domains/notifications/web/public.tsx";
import { SettingsCard, SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** How this device tells the person what is new. */
export function NotificationsScreen() {
  return (
    <SettingsCards title={texts.titles.notifications}>
      <SettingsCard {...texts.device}>
        <DeviceSettings />
      </SettingsCard>
    </SettingsCards>
  );
}
