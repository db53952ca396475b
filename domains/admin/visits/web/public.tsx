export { LookButton } from "./LookButton.tsx";
export { OwnVisits } from "./OwnVisits.tsx";
export { VisitBanner } from "./VisitBanner.tsx";
export { VisitDialog } from "./VisitDialog.tsx";
