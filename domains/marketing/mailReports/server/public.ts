export { keepReport } from "./keepReport.ts";
export { type MailReportRow, recipientReports } from "./store.ts";
