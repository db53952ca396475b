/** What is said about sites that can't be read. */
export const connectionTexts = {
  needsAccess: "Google no longer lets us in. Connect it again.",
  problems: {
    busy: "Google isn't answering. We'll keep trying.",
    missing: "Google can't find this business right now. We'll keep trying.",
    refused: "Google doesn't give us this business's reviews. Check that it is verified there.",
  },
  notification: {
    title: "Reconnect Google",
    text: "Google no longer lets us read your reviews. The owner can connect it again in the review settings.",
  },
  notSetUp: "Reading reviews isn't set up here. Ask your Rooftop operator.",
  notGoogle: "Only Google can be connected. Copy other sites' reviews by hand.",
  startAgain: "This took too long or began in another window. Start again from the review settings.",
  denied: "Google wasn't connected. Allow access there to read and answer your reviews.",
  away: "Google isn't answering. Try again in a few minutes.",
  lost: "Google no longer lets us in. Connect it again.",
  notListed: "This account doesn't manage that business. Select one from the list.",
  notVerified: "Google shows no reviews of this business until you verify it there.",
  used: (location: string) => `This business is connected with ${location} already.`,
  elsewhere: "This business is connected with another location already.",
} as const;
