export { VoiceSettingsForm } from "./VoiceSettingsForm.tsx";
