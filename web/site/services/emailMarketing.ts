import type { SiteService } from "./service.ts";

export const emailMarketing: SiteService = {
  slug: "email-marketing",
  name: "Email Marketing",
  short: "Mail from your own server, to people who agreed",
  claim: "Mail that people are glad to get",
  lead: "Addresses come from your own customer records, and email goes out through your own server. Campaigns will build on that.",
  blurbs: [
    {
      heading: "An address with each record",
      text: "A customer whom your team adds has an e-mail address from the first day, checked as it is typed. The audience grows while you work.",
    },
    {
      heading: "Your own mail server",
      text: "Rooftop sends through any SMTP server, under your name and your domain. You don’t rent someone else’s reputation.",
    },
    {
      heading: "Always with a plain text",
      text: "Every mail that Rooftop sends has a plain text beside the formatted one. It can be read in any program, and by a screen reader.",
    },
    {
      heading: "Templates, written once",
      text: "Write an offer once, keep it with your templates, and fill in each customer’s name by itself.",
    },
    {
      heading: "Now, or when it suits",
      text: "Send a campaign at once or at a time you choose, and see which lists it went to.",
    },
    {
      heading: "Out with one click",
      text: "A visible link and the email app’s own unsubscribe button take people off the audience for good.",
    },
  ],
};
