export { CallButton } from "./CallButton.tsx";
export { OwnPhoneForm } from "./OwnPhoneForm.tsx";
export { VoiceSettingsForm } from "./VoiceSettingsForm.tsx";
