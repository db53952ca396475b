/** What is said about members' own calendars. */
export const connectedCalendarTexts = {
  needsAccess: "Access ended. Reconnect Google Calendar.",
  problems: {
    busy: "Google Calendar isn't answering. We'll keep trying.",
    missing: "Google Calendar can't be found right now. We'll keep trying.",
    refused: "Google Calendar isn't accepting our changes. We'll keep trying.",
  },
  notification: {
    title: "Reconnect Google Calendar",
    text: "We no longer have access to your calendar. Reconnect it under Meetings, Your own calendar.",
  },
  notSetUp: "Google Calendar isn't set up here. Ask your administrator.",
  startAgain: "This took too long or began in another window. Start again from your meetings.",
  denied: "Google Calendar wasn't connected. Allow access to your events and busy times there.",
  away: "Google isn't answering. Try again in a few minutes.",
  noMeet: "Google Meet needs a host who has connected Google Calendar. Choose another host, or use your own link.",
} as const;
