import type { SiteService } from "./service.ts";

export const marketingIntegrations: SiteService = {
  slug: "marketing-integrations",
  name: "Marketing Integrations",
  short: "Works with the carrier and servers you have",
  claim: "Fits with what you already use",
  lead: "Your carrier, your mail server, your storage, your database. Rooftop works with open standards and has an open API of its own.",
  blurbs: [
    {
      heading: "Twilio carries the texts",
      text: "Connect a Twilio account, and texts and delivery reports flow in and out of its numbers. Everything Twilio sends is verified by its signature.",
    },
    {
      heading: "SMTP carries the email",
      text: "Codes and notices go out through the mail server you already have. Any SMTP server works, with or without implicit TLS.",
    },
    {
      heading: "S3 keeps the files",
      text: "Pictures that customers send are fetched from the carrier and kept in your own S3-compatible storage, or simply in a folder.",
    },
    {
      heading: "PostgreSQL keeps the rest",
      text: "All your data is in a PostgreSQL database, version 15 or later. It can be your own, and you can read it without us.",
    },
    {
      heading: "An open interface",
      text: "Anything the screens do, your own software can do, too. Every call is documented in words and as OpenAPI 3.1.",
    },
    {
      heading: "A carrier to practice with",
      text: "A simulated carrier with phones, delays and failures is built in. Try everything with your team before the first real text goes out.",
    },
  ],
};
