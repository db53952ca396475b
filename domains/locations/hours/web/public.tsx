export { BusinessHoursDialog, HoursButton } from "./HoursButton.tsx";
