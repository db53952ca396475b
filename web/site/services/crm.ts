import type { SiteService } from "./service.ts";

export const crm: SiteService = {
  slug: "crm",
  name: "CRM",
  short: "Every customer and the whole conversation",
  claim: "Know who you are talking to",
  lead: "One record for each customer, with the conversation and the appointments beside it. Anyone on the team can pick up where a colleague left off.",
  blurbs: [
    {
      heading: "One customer, one record",
      text: "Name, phone, email, address and company in one place. A phone number already on file can’t be added again, so no one appears twice at a location.",
    },
    {
      heading: "New callers add themselves",
      text: "A text from a number you don’t know starts a conversation and a record automatically. Add the name later; the earlier texts stay.",
    },
    {
      heading: "Found as you type",
      text: "Search by any part of a name, a phone number, an email address or a company, in any order. You don’t have to remember the exact spelling.",
    },
    {
      heading: "Appointments people keep",
      text: "Book a visit or a video call from the customer’s conversation, in the location’s own time zone. Afterward, mark it completed or no show in one click.",
    },
    {
      heading: "Everyone sees their part",
      text: "Owners see all locations, managers and agents the ones they work at. Deleting a customer is for owners and managers only.",
    },
    {
      heading: "A no is never forgotten",
      text: "What a customer said about being texted is kept in a permanent record. Deleting the record and adding it again does not undo an opt-out.",
    },
  ],
};
