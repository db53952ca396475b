/** The four large figures. */
export const headlines = ["todays_appointments", "new_messages", "unread_messages", "pending_follow_up"] as const;

/** The strip of contacts below them. */
export const contactFigures = [
  "new_contacts",
  "active_contacts",
  "appointment_scheduled",
  "cold_contacts",
  "no_response",
] as const;
