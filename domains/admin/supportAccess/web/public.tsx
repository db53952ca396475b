export { SupportAccessBanner } from "./SupportAccessBanner.tsx";
export { SupportAccessButton, SupportAccessDialog } from "./SupportAccessButton.tsx";
export { SupportAccessLog } from "./SupportAccessLog.tsx";
