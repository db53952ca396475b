import type { SiteService } from "./service.ts";

export const reputationManagement: SiteService = {
  slug: "reputation-management",
  name: "Reputation Management",
  short: "Answer everyone, and be known for it",
  claim: "A good name is made of answers",
  lead: "Reviews are written about how people were treated. Rooftop sees to it that nobody waits for you in vain; asking for reviews comes next.",
  blurbs: [
    {
      heading: "Nobody stays unanswered",
      text: "One click shows the conversations that nobody has read, and those that nobody has answered. The list is empty when the work is done.",
    },
    {
      heading: "You notice at once",
      text: "A bell rings and a red dot pulses in the menu when a customer writes. The first of your team who is free takes it.",
    },
    {
      heading: "One voice, whoever writes",
      text: "The whole conversation is in view, with the initials of whoever wrote each message. Nobody asks a customer the same thing twice.",
    },
    {
      heading: "Promises that are kept",
      text: "One list of appointments for the whole location, with notes and who made them. Invite no-shows back with one text.",
    },
    {
      heading: "Invite reviews by text",
      text: "After a visit, one text with a link asks the customer for a review, and never twice in a row.",
    },
    {
      heading: "All reviews in one view",
      text: "What people say about each of your locations, side by side, with what your team answered.",
      coming: true,
    },
  ],
};
