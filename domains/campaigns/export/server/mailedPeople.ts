import { type MailRecipientRow, mailRecipientRange, mailStatusOf } from "../../email/server/public.ts";
import { type ExportedPeople, rangeAfter, timeInFile } from "./exportedPeople.ts";

const everybody = { states: [], reason: "", outcome: "", link: 0, search: "" } as const;

/** The people of an email campaign. */
export const mailedPeople: ExportedPeople = {
  header: [
    "First Name",
    "Last Name",
    "Email",
    "Status",
    "Reason or Error",
    "Sent At",
    "Opened At",
    "Clicked At",
    "Unsubscribed At",
    "Marked as Spam At",
    "Appointment",
    "Subject",
  ],
  async linesAfter(db, ticket, batch) {
    const rows = await mailRecipientRange(db, ticket, ticket.campaign_id, everybody, rangeAfter(batch));
    return { lines: rows.map((row) => lineOf(row, batch.zone)), last: rows.at(-1)?.id };
  },
};

function lineOf(row: MailRecipientRow, zone: string): string[] {
  const { message_status, error } = mailStatusOf(row);
  const times = [row.sent_at, row.opened_at, row.clicked_at, row.unsubscribed_at, row.complained_at];
  return [
    row.first_name,
    row.last_name,
    row.email,
    message_status,
    error,
    ...times.map((at) => timeInFile(at, zone)),
    row.appointment_id === null ? "" : "Yes",
    row.message,
  ];
}
