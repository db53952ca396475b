import type { SiteService } from "./service.ts";

export const reputationManagement: SiteService = {
  slug: "reputation-management",
  name: "Reputation Management",
  short: "Answer everyone, and be known for it",
  claim: "A good name is built on replies",
  lead: "Ask customers for reviews by text or email, read what they write on each site, and reply from one place.",
  blurbs: [
    {
      heading: "Every customer gets a reply",
      text: "One click shows the conversations no one has read or answered. When the list is empty, you’re done.",
    },
    {
      heading: "Know right away",
      text: "A sound and a badge in the menu tell your team a customer texted. Anyone can reply.",
    },
    {
      heading: "One voice for the whole team",
      text: "The whole conversation is in view, with the initials of the sender on each message. No customer is asked the same thing twice.",
    },
    {
      heading: "Promises kept",
      text: "One list of appointments for the whole location, with notes and who made them. Invite no-shows back with one text.",
    },
    {
      heading: "Invite reviews by text",
      text: "After a visit, one text with a link asks the customer for a review. Customers you invited recently are skipped.",
    },
    {
      heading: "All reviews in one view",
      text: "Reviews of each location with your team's replies: from Google directly, from other sites by import or by hand.",
    },
  ],
};
