/** What a customer's page says around the timeline. */
export const pageTexts = {
  back: "All customers",
  nameless: "No name yet",
  since: (day: string) => `Customer since ${day}`,
  unreplied: (wait: string) => `Unreplied ${wait}`,
  appointment: "Appointment",
  openChat: "Open chat",
  sendSms: "Send SMS",
  edit: "Edit",
  book: "Create Appointment",
  invite: "Invite to review",
  details: "Details",
  lists: "Lists",
  tags: "Tags",
  leads: "Leads",
  editDetails: "Edit details",
  about: "About this customer",
} as const;
