export { TagBadge } from "./TagBadge.tsx";
export { TagBadges } from "./TagBadges.tsx";
