export { PresenceLine, PresenceMark } from "./PresenceLine.tsx";
export { usePresenceEvents, usePresenceReports } from "./usePresence.ts";
