export { TeamGoals } from "../goals/web/TeamGoals.tsx";
export { countedLeadColumns } from "./leads/LeadRowsDialog.tsx";
export { leadColumns } from "./leads/leadColumns.tsx";
