/** What the dialog of a location's marketing email says. */
export const senderTexts = {
  menu: "Marketing email",
  title: (location: string) => `Marketing email from ${location}`,
  about: "Customers see this in every marketing email from this location.",
  fromName: "Sender name",
  fromAddress: (address: string) => `Sent from ${address}`,
  noServer: "Email isn't set up on this server yet.",
  replyTo: "Reply-to email",
  replyToAbout: "Replies from customers go here. Without one, customers can't reply.",
  postal: "Mailing address",
  postalAbout: "The law requires a valid mailing address below every marketing email. A PO box counts.",
  save: "Save",
  test: "Send me a test",
  saveFirst: "Save your changes, then send yourself a test.",
} as const;
