import { formatPhone } from "#core/phone.ts";
import { consentView, viewInWords } from "#domains/customers/consent/rules.ts";
import { type RecipientRow, recipientRange, toRecipient } from "../../text/server/public.ts";
import { type ExportedPeople, rangeAfter, timeInFile } from "./exportedPeople.ts";

const everybody = { states: [], reason: "", error_code: "", outcome: "", search: "" } as const;

/** The people of a text campaign. */
export const textedPeople: ExportedPeople = {
  header: [
    "First Name",
    "Last Name",
    "Phone",
    "Consent",
    "Status",
    "Reason or Error",
    "Sent At",
    "Replied At",
    "Opted Out At",
    "Appointment",
    "Message",
  ],
  async linesAfter(db, ticket, batch) {
    const rows = await recipientRange(db, ticket, ticket.campaign_id, everybody, rangeAfter(batch));
    return { lines: rows.map((row) => lineOf(row, batch.zone)), last: rows.at(-1)?.id };
  },
};

function lineOf(row: RecipientRow, zone: string): string[] {
  const { first_name, last_name, phone, consent_state, message_status, error, message, ...times } = toRecipient(row);
  const { sent_at, replied_at, unsubscribed_at, appointment_id } = times;
  return [
    first_name,
    last_name,
    phone === "" ? "" : formatPhone(phone),
    viewInWords[consentView(consent_state)],
    message_status,
    error,
    timeInFile(sent_at, zone),
    timeInFile(replied_at, zone),
    timeInFile(unsubscribed_at, zone),
    appointment_id === null ? "" : "Yes",
    message,
  ];
}
