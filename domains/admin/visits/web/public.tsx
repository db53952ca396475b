export { LookButton, VisitDialog } from "./LookButton.tsx";
export { OwnVisits } from "./OwnVisits.tsx";
export { VisitBanner } from "./VisitBanner.tsx";
