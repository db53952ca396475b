/** The words of the customer's details beside a conversation. */
export const panelTexts = {
  addName: "Add name",
  edit: "Edit customer",
  save: "Save",
  cancel: "Cancel",
  noEmail: "No email address",
  inviteToReview: "Send Review Invite",
} as const;
