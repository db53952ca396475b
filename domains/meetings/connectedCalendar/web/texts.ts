/** What is said about members' connected calendars. */
export const connectedCalendarTexts = {
  title: "Google Calendar",
  about:
    "Meetings that you host go into your Google Calendar, Google Meet makes their links, and colleagues see when you are busy. Rooftop reads the times, never what you do.",
  connect: "Connect Google Calendar",
  simulated: "Connect simulated Google Calendar",
  simulatedAbout: "This one is simulated. Control it in the simulator, under Calendars.",
  or: "Or read busy times from an address",
  connected: (account: string) => `Connected as ${account}`,
  failing: (account: string) => `Not answering: ${account}`,
  ended: "Access ended. Reconnect",
  asOf: (time: string) => `As of ${time}`,
  firstRead: "Reading your busy times",
  reconnect: "Reconnect",
  disconnect: "Disconnect",
  disconnectTitle: "Disconnect Google Calendar?",
  disconnectText:
    "Rooftop's access ends. Meetings that are in your calendar stay there and no longer change, and colleagues no longer see when you are busy.",
  deleted: (count: number) =>
    count === 1
      ? "1 upcoming meeting was deleted in Google Calendar and won't be added back."
      : `${count} upcoming meetings were deleted in Google Calendar and won't be added back.`,
  refused: (count: number) =>
    count === 1
      ? "Google Calendar couldn't add 1 upcoming meeting."
      : `Google Calendar couldn't add ${count} upcoming meetings.`,
  returned: {
    title: "Connect Google Calendar",
    busy: "Connecting Google Calendar…",
    denied: "Google Calendar wasn't connected. Allow access to your events and busy times there.",
    back: "Your meetings",
  },
} as const;
