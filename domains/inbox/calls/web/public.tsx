export { CallButton } from "./CallButton.tsx";
export { OwnPhoneForm, VoiceSettingsForm } from "./VoiceSettingsForm.tsx";
