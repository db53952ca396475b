import type { ChatEvent } from "../contract.ts";

/** The words of a chat's events. */
export const timelineTexts = {
  note: "Internal note",
};

/** What happened, after who did it: `assigned to Marcus Webb`, or `took the conversation` when they did it for themselves. */
export function eventInWords({ kind, by, assigned_to }: ChatEvent, until: string): { who: string; what: string } {
  const what = {
    note: "",
    assigned: assignedInWords(by, assigned_to),
    closed: "closed the conversation",
    reopened: "reopened the conversation",
    snoozed: `snoozed until ${until}`,
    "opted in": "opted the customer in",
    "opted out": "opted the customer out",
    "opt-out undone": "undid the opt-out",
    "asked to stop": "asked to stop",
    confirmed: "confirmed the appointment",
    "asked to change": "asked to change the appointment",
  }[kind];
  if (by !== "") return { who: by, what };
  const alone = {
    assigned: assigned_to === "" ? "Conversation unassigned" : `Assigned to ${assigned_to}`,
    closed: "Conversation closed",
    reopened: "Conversation reopened",
    "opted in": "Customer opted in",
    "opted out": "Customer opted out",
    "opt-out undone": "Opt-out undone",
    "asked to stop": "Customer may have asked to stop",
    confirmed: "Customer confirmed their appointment",
    "asked to change": "Customer asked to change their appointment",
  } as Partial<Record<ChatEvent["kind"], string>>;
  return { who: "", what: alone[kind] ?? what };
}

function assignedInWords(by: string, assigned_to: string): string {
  if (assigned_to === "") return "unassigned the conversation";
  return assigned_to === by ? "took the conversation" : `assigned to ${assigned_to}`;
}
