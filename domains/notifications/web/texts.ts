/** What the bell and its panel say. */
export const notificationTexts = {
  title: "Notifications",
  withUnread: (count: number) => `Notifications, ${count} unread`,
  sound: "Sound",
  soundOn: "Sound is on",
  soundOff: "Sound is off",
  markAllRead: "Mark all as read",
  none: "No notifications yet. Mentions, assignments and tasks appear here.",
  unread: "Unread",
} as const;

const blocked = "Notifications are blocked in this browser. Allow them in its settings for this site";
const evenClosed = "Even when Rooftop is closed. Turns off when you sign out.";

/** What the switches and the offer of this device's notifications say. */
export const deviceTexts = {
  title: "Notifications on this device",
  offer: "Get notified of new texts",
  turnOn: "Turn on",
  dontAsk: "Don't ask again",
  push: "Notify me of new texts on this device",
  sound: "Play a sound for new texts",
  soundAbout: "While Rooftop is open in this browser",
  about: {
    unable:
      "Not available in this browser. On an iPhone or iPad, add Rooftop to your home screen and open it from there.",
    denied: `${blocked}, then come back.`,
    off: evenClosed,
    on: evenClosed,
  },
  turnedOn: "Notifications turned on for this device",
  turnedOff: "Notifications turned off on this device",
  blocked: `${blocked}.`,
  failed: "Notifications couldn't be turned on. Try again later.",
} as const;
