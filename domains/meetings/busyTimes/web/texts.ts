/** What the dialog of one's own calendar says. */
export const ownCalendarTexts = {
  title: "Your own calendar",
  about:
    "Colleagues see when you are busy before they book you. Only the times are read, never what you do. Google: Settings, your calendar, “Secret address in iCal format”. Outlook: Shared calendars, publish, ICS.",
  address: "Calendar address",
  placeholder: "https:// or webcal://",
  connected: (ago: string) => `Connected. Last read ${ago}.`,
  waiting: "Connected. It is read within a minute.",
  connect: "Connect",
  replace: "Replace",
  stop: "Disconnect",
} as const;
