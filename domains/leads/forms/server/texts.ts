/** What people read when a page for leads fails, or can't be connected. */
export const leadPageTexts = {
  notSetUp: "Facebook isn't set up on this installation. Ask your administrator.",
  startAgain: "This took too long, or was started elsewhere. Start again from the settings for leads.",
  denied: "Facebook wasn't connected, because access was denied.",
  away: "Facebook isn't answering right now. Try again in a few minutes.",
  noPages: "Facebook shared no pages. Start again and choose at least one.",
  elsewhere: "This page is connected to another location. Disconnect it there first.",
  offerEnded: "Access to this page has expired. Connect Facebook again.",
  refused: "Facebook refused to send this page's leads. You need full access to the page, with leads access.",
  needsAccess: "Facebook ended Rooftop's access. Connect it again: leads from meanwhile come in then.",
  failing: "Facebook isn't answering. Rooftop keeps trying, and no lead is lost.",
  lost: (page: string) => ({
    title: "Facebook leads stopped",
    text: `Rooftop lost access to the page ${page}. Connect it again in Settings → Leads.`,
  }),
} as const;
