export { CallButton, useCalling } from "./CallButton.tsx";
export { OwnPhoneForm, VoiceSettingsForm } from "./VoiceSettingsForm.tsx";
