export { PresenceLine, PresenceMark } from "./PresenceLine.tsx";
export { usePresenceNews, useWatching } from "./usePresence.ts";
