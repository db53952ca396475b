/** What the dialog of the calendar feed says. */
export const feedTexts = {
  title: "Your calendar feed",
  about:
    "See your meetings and appointments in Google Calendar, Outlook or on your phone: subscribe to this private address there.",
  none: "You don't have a calendar address yet.",
  since: (at: string) => `You've had a calendar address since ${at}.`,
  read: (ago: string) => `A calendar last read it ${ago}.`,
  unread: "No calendar has read it yet.",
  make: "Create address",
  renew: "Create a new address",
  stop: "Turn off",
  once: "Copy it now: it isn't shown again. Anyone who has it can see your meetings.",
  address: "Calendar address",
  done: "Done",
} as const;
