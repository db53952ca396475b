import type { SiteService } from "./service.ts";

export const textMarketing: SiteService = {
  slug: "text-marketing",
  name: "Text Marketing",
  short: "Texts that arrive, replies that get seen",
  claim: "Texts that get an answer",
  lead: "Customers read texts within minutes. Each location gets a number, and your whole team sees the replies.",
  blurbs: [
    {
      heading: "A number for each location",
      text: "Customers text the place they know. Their messages land with the people who work there, and the reply comes from the same number.",
    },
    {
      heading: "Both ways, in real time",
      text: "A reply appears in the shared inbox the moment it arrives, with a sound. No reloading, no passing a phone around.",
    },
    {
      heading: "See that it arrived",
      text: "Every text says whether it is on its way, sent, delivered or failed, and why it failed in plain words. Resend a failed one in one click.",
    },
    {
      heading: "STOP means stop",
      text: "A customer who texts STOP is opted out right away, at all of your locations. HELP gets a reply with your name and contact.",
    },
    {
      heading: "Never sent twice",
      text: "When a connection breaks while a text is leaving, Rooftop checks with the carrier before it tries again. If the carrier can’t say, you decide.",
    },
    {
      heading: "Campaigns to your lists",
      text: "One text to many customers, only to those who agreed, and only between 8 in the morning and 9 at night where they live.",
    },
  ],
};
