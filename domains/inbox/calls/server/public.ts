export { moveCalls, moveCallsBack } from "./callStore.ts";
export { saveVoiceSettings, voiceSettingsOfDealer } from "./settingsStore.ts";
