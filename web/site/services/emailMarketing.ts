import type { SiteService } from "./service.ts";

export const emailMarketing: SiteService = {
  slug: "email-marketing",
  name: "Email Marketing",
  short: "Mail from your own server, to people who agreed",
  claim: "Mail that people are glad to get",
  lead: "The addresses come from your own customer records and the mail leaves through your own server. Campaigns are being built on that ground.",
  blurbs: [
    {
      heading: "An address with each record",
      text: "A customer whom your team adds has an e-mail address from the first day, checked as it is typed. The audience grows while you work.",
    },
    {
      heading: "Your own mail server",
      text: "Rooftop sends through any SMTP server, under your name and your domain. You don’t rent somebody else’s reputation.",
    },
    {
      heading: "Always with a plain text",
      text: "Every mail that Rooftop sends has a plain text beside the formatted one. It can be read in any program, and by a screen reader.",
    },
    {
      heading: "Templates, written once",
      text: "Write an offer once, keep it with your templates, and fill in each customer’s name by itself.",
      coming: true,
    },
    {
      heading: "Now, or when it suits",
      text: "Send a campaign at once or at a time you choose, and see which lists it went to.",
      coming: true,
    },
    {
      heading: "Out with one click",
      text: "A visible link and the mail program’s own unsubscribe button take a person off the audience, for good.",
      coming: true,
    },
  ],
};
