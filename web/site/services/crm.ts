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
      text: "Name, phone, e-mail, address and company in one place. A phone number that is already on file is refused, so the same person never appears twice at a location.",
    },
    {
      heading: "New callers add themselves",
      text: "A text from a number you don’t know starts a conversation and a record automatically. Add the name later; the earlier texts stay.",
    },
    {
      heading: "Found while you type",
      text: "Search by any part of a name, a phone number, an e-mail address or a company, in any order. You don’t have to remember how it was written down.",
    },
    {
      heading: "Appointments that are kept",
      text: "Book a visit or a video call from the customer’s conversation, in the location’s own time zone. Afterwards it is marked completed or no show with one click.",
    },
    {
      heading: "Everyone sees their part",
      text: "Owners see all locations, managers and agents the ones they work at. Deleting a customer is for owners and managers only.",
    },
    {
      heading: "A no is never forgotten",
      text: "What a customer said about being texted is kept in a ledger of its own. Deleting the record and adding it again does not undo an opt-out.",
    },
  ],
};
