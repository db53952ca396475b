/** What the frame of the settings and its pages say. */
export const settingsTexts = {
  back: "Back to settings",
  groups: { you: "You", location: "Your location", business: "Your business" },
  profile: { about: "How your team sees you." },
  device: { title: "This device", about: "Notifications on this device" },
  codes: { title: "Codes at sign-in", about: "A code sent to your phone, in addition to your password." },
  password: { title: "Password", about: "Changing it signs you out everywhere else." },
  signedIn: { title: "Signed in", about: "Browsers signed in to your account." },
  number: {
    title: "Phone number for SMS",
    about: (location: string) => `The number that ${location} texts its customers with.`,
  },
  hours: { about: (location: string) => `When ${location} is open. Reply times and alerts count these hours only.` },
  website: {
    noNumber: "Visitors to your website can text you once this location has a number.",
    toNumber: "Go to phone number",
  },
  reached: { title: "Phones and email", about: (location: string) => `Where ${location} is reached.` },
  calls: { title: "Calls", about: "Recording, and the text after a missed call." },
  staffAccess: { about: "When Rooftop staff accessed your account, and why" },
} as const;
