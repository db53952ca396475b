import type { SiteService } from "./service.ts";

export const marketingIntegrations: SiteService = {
  slug: "marketing-integrations",
  name: "Marketing Integrations",
  short: "Works with the carrier and servers you have",
  claim: "At home with what you already use",
  lead: "Your carrier, your mail server, your storage, your database. Rooftop speaks open interfaces, and has one of its own.",
  blurbs: [
    {
      heading: "Twilio carries the texts",
      text: "Connect a Twilio account, and texts and delivery reports flow in and out of its numbers. Whatever claims to come from it must carry its signature.",
    },
    {
      heading: "SMTP carries the email",
      text: "Codes and notices leave through the mail server that you already have: any that speaks SMTP will do, also with TLS from the first byte.",
    },
    {
      heading: "S3 keeps the files",
      text: "Pictures that customers send are fetched from the carrier and kept in your own S3-compatible storage, or simply in a folder.",
    },
    {
      heading: "PostgreSQL keeps the rest",
      text: "All your data is in a PostgreSQL database, from version 15 on. It can be yours, and it stays readable without us.",
    },
    {
      heading: "An open interface",
      text: "Whatever the screens do, your own programs can do too. Every call is described in words and as OpenAPI 3.1.",
    },
    {
      heading: "A carrier to rehearse with",
      text: "A simulated carrier with phones, delays and failures is built in. Try everything with your team before the first real text goes out.",
    },
  ],
};
