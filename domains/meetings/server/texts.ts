/** What customers are texted about meetings. */
export const customerTexts = {
  virtual: (business: string, when: string, link: string) =>
    `${business}: your video meeting is ${when}. Join here: ${link}`,
  waiting: (business: string, link: string) =>
    `${business}: we're waiting for you in your video meeting. Join here: ${link}`,
  inPerson: (business: string, when: string, link: string) =>
    `${business}: we're looking forward to seeing you ${when}. Details: ${link}`,
  cancelled: (business: string, when: string) =>
    `${business}: your meeting ${when} is canceled. Reply to find another time.`,
  /** What was saved, and what of the rest couldn't be done. */
  savedBut: (saved: string, problems: readonly string[]) => [`${saved}.`, ...problems].join(" "),
  notTexted: (why: string) => `The text wasn't sent: ${why}`,
  busy: (name: string) => `${name} is busy then in their own calendar.`,
  notMailed: "The invitation wasn't sent: this customer has no email address.",
} as const;
