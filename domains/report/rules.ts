import type { ReportFigure, ReportRow, ReportTotals } from "./contract.ts";

/** The label and definition of each number. */
export const reportDefinitions: Record<ReportFigure | "median_first_response", { label: string; sentence: string }> = {
  assign_to: {
    label: "Assign To",
    sentence: "Active conversations assigned to this person now, regardless of the period.",
  },
  message_received: {
    label: "Message Received",
    sentence: "Customers' texts and calls in the period, in conversations assigned to this person now.",
  },
  message_sent: {
    label: "Message Sent",
    sentence: "Texts sent in the period, any status, without automatic ones",
  },
  messages_answered: {
    label: "Messages Answered",
    sentence: "How often this person answered a waiting customer in the period.",
  },
  median_first_response: {
    label: "Median First Response",
    sentence: "Half of those answers came faster than this; time outside business hours doesn't count.",
  },
  appointments_set: {
    label: "Appointments Set",
    sentence: "Appointments made in the period, any status",
  },
};

/** The sums of the report's rows. */
export function totalsOf(rows: readonly ReportRow[]): ReportTotals {
  const sum = (key: keyof ReportTotals) => rows.reduce((total, row) => total + row[key], 0);
  return {
    message_received: sum("message_received"),
    message_sent: sum("message_sent"),
    messages_answered: sum("messages_answered"),
    appointments_set: sum("appointments_set"),
  };
}

/** Former members are listed only with activity. */
export function hasActivity(row: ReportRow): boolean {
  const { assign_to, message_received, message_sent, messages_answered, appointments_set, leads } = row;
  return assign_to + message_received + message_sent + messages_answered + appointments_set + leads > 0;
}

/** A row of the CSV file. */
export function csvRow(row: ReportRow): (string | number)[] {
  return [
    row.is_here ? row.user_name : `${row.user_name} (left)`,
    row.location,
    row.assign_to,
    row.message_received,
    row.message_sent,
    row.messages_answered,
    row.median_first_response ?? "",
    row.appointments_set,
    row.leads,
    row.leads_contacted,
    row.leads_set,
    row.leads_shown,
    row.leads_sold,
    row.speed_to_lead ?? "",
  ];
}

/** The head of the CSV file. */
export const csvHeader = [
  "User Name",
  "Location",
  "Assign To",
  "Message Received",
  "Message Sent",
  "Messages Answered",
  "Median First Response (Seconds)",
  "Appointments Set",
  "Leads",
  "Leads Contacted",
  "Leads Set",
  "Leads Shown",
  "Leads Sold",
  "Speed to Lead (Seconds)",
];
