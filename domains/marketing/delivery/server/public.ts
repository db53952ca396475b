export { receiveMailEvent } from "./receiveEmailReport.ts";
export { type EmailReportRow, recipientReports } from "./store.ts";
