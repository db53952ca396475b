export { ReminderSettingsForm } from "./ReminderSettingsForm.tsx";
export { reminderSettingsTexts } from "./texts.ts";
