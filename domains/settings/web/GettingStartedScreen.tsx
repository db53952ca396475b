import { FirstRunSteps } from "#domains/inbox/firstRun/web/public.tsx";
import { SettingsCards } from "./SettingsCards.tsx";
import { settingsTexts as texts } from "./texts.ts";

/** The first steps, those behind the owner as well. */
export function GettingStartedScreen() {
  return (
    <SettingsCards title={texts.titles.gettingStarted}>
      <FirstRunSteps />
    </SettingsCards>
  );
}
