export { TeamGoals } from "../goals/web/TeamGoals.tsx";
export { countedLeadColumns } from "../leads/web/LeadRowsDialog.tsx";
export { leadColumns } from "../leads/web/leadColumns.tsx";
