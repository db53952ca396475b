import type { SiteService } from "./service.ts";

export const emailMarketing: SiteService = {
  slug: "email-marketing",
  name: "Email Marketing",
  short: "Email from your own server, with one-click unsubscribe",
  claim: "Email that people are glad to get",
  lead: "Addresses come from your own customer records, and campaigns go out through your own server. See who got each one, opened it and clicked.",
  blurbs: [
    {
      heading: "An address with each record",
      text: "Every customer your team adds comes with an email address, checked as it’s typed. Your audience grows as you work.",
    },
    {
      heading: "Your own mail server",
      text: "Rooftop sends through any SMTP server, under your name and your domain. You don’t rent someone else’s reputation.",
    },
    {
      heading: "Always with plain text",
      text: "Every email includes a plain-text version, so any email app and any screen reader can read it.",
    },
    {
      heading: "Templates, written once",
      text: "Write an offer once, keep it with your templates, and each customer’s name is filled in automatically.",
    },
    {
      heading: "Now or later",
      text: "Send a campaign now or at a time you choose, and see which lists it went to.",
    },
    {
      heading: "One-click unsubscribe",
      text: "A visible link and the email app’s own unsubscribe button remove people from your audience permanently.",
    },
  ],
};
