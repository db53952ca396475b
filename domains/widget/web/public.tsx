export { widgetSettingsTexts } from "./texts.ts";
export { WidgetSettingsForm } from "./WidgetSettingsForm.tsx";
