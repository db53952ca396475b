/** What is said about sites that Rooftop reads by itself. */
export const connectionTexts = {
  connect: "Connect Google",
  about: "Rooftop then reads your Google reviews and posts your replies.",
  simulated: "Connect simulated Google",
  simulatedAbout:
    "Try it with a simulated Google, which you play in the simulator. For Google itself, your operator sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  notSetUp:
    "Rooftop can't read Google here yet. Your operator needs to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. Until then, copy reviews by hand.",
  choose: "Choose your business",
  choosing: "Almost connected",
  first: (count: string, total: string) => `Reading reviews: ${count} of ${total}`,
  firstSoon: "Reading reviews",
  connected: "Connected",
  failing: "Not answering",
  needsAccess: "Not connected",
  reconnect: "Reconnect Google",
  updated: (ago: string) => `Updated ${ago}`,
  neverUpdated: "Nothing read yet",
  counts: (count: string, total: string) => `${count} of the ${total} reviews that Google counts`,
  by: (account: string) => `With ${account}`,
  update: "Update now",
  disconnect: "Disconnect",
  disconnectTitle: "Disconnect Google?",
  disconnectText:
    "The reviews that are here stay. New ones, changes and your replies no longer come and go by themselves.",
  businesses: {
    title: "Choose your business",
    about: (account: string) => `Businesses that ${account} manages on Google`,
    label: "Business",
    none: "This account manages no business on Google. Connect another one.",
    notVerified: "Not verified on Google",
    used: (location: string) => `Connected with ${location}`,
    save: "Connect",
  },
  returned: {
    title: "Connect Google",
    busy: "Connecting Google…",
    denied: "Google wasn't connected. Allow access there to read and answer your reviews.",
    back: "Review settings",
  },
} as const;
