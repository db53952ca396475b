export { moveCalls, moveCallsBack } from "./moveCalls.ts";
export { recordingFiles } from "./recordingStore.ts";
export { saveVoiceSettings, voiceSettingsOfDealer } from "./settingsStore.ts";
