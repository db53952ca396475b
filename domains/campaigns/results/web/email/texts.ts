import { countText, nounCount } from "#core/count.ts";

/** What the figures of an email campaign mean. */
const definitions = {
  delivered: "Emails that the mail server took and that didn't come back, in percent of all that were sent.",
  opened:
    "People who opened it, each counted once, in percent of the delivered emails. An estimate: some mail programs hide opens. Opens by scanners and mail programs don't count.",
  clicked:
    "People who followed a link, each counted once, in percent of the delivered emails. Clicks by scanners don't count.",
  bounces: "Emails that came back, in percent of all that were sent.",
} as const;

/** What the list of email campaigns and its dialogs say. */
export const emailTexts = {
  title: "Email campaigns",
  empty: "Reach your customers with their first email campaign",
  columns: {
    // Spelled as specified.
    recipients: "Total Recipients",
    delivered: "Delivered",
    opened: "Opened",
  },
  viewMessage: "View Message",
  viewStatistics: "View Stats",
  cancelText: "Emails already on their way still arrive. Nobody else will get one, and this can't be undone.",
  message: { title: "Campaign message", subject: "Subject", none: "No email yet." },
  analytics: {
    title: "Campaign Analytics",
    date: "Campaign date",
    audience: "Audience",
    delivered: "Delivered",
    opened: "Opened",
    clicked: "Clicked",
    bounces: "Bounces",
    machine: (count: number) =>
      `${nounCount(count, "more was", "more were")} opened by scanners and mail programs only.`,
  },
  definitions,
} as const;

/** What a campaign's page says. */
export const emailDetailTexts = {
  title: "Email campaign",
  parts: {
    delivered: "Delivered",
    moving: "Sending",
    bounced: "Bounced",
    failed: "Failed",
    unknown: "Unknown",
    waiting: "To go",
  },
  figures: {
    delivered: "Delivered",
    opened: "Opened",
    clicked: "Clicked",
    bounced: "Bounced",
    unsubscribed: "Unsubscribed",
    complained: "Marked as spam",
    unknown: "Unknown",
    appointments: "Appointments",
    of: (count: number, all: number) => `${countText(count)} of ${countText(all)}`,
    ofDelivered: (percent: string) => `${percent} of delivered`,
    machine: (count: number) => ` and ${countText(count)} by scanners`,
    unknownAbout:
      "The connection broke before the mail server answered. Nobody gets the email twice, so it isn't resent.",
    unknownCompared: "not sent again",
    within: "within 14 days",
  },
  failed: {
    title: (failed: number) => (failed === 0 ? "No failed emails" : nounCount(failed, "email failed", "emails failed")),
  },
  brakeEarly: (least: number) => `Starts once ${nounCount(least, "email is", "emails are")} sent.`,
  links: {
    title: "Link clicks",
    none: "This email has no links.",
    people: (count: number) => nounCount(count, "person", "people"),
    clicks: (count: number) => nounCount(count, "click", "clicks"),
    machine: (count: number) => `${nounCount(count, "click", "clicks")} by scanners not counted`,
    show: (url: string) => `Show who followed ${url}`,
  },
  table: {
    title: "Recipients",
    search: "Search recipients",
    show: "Show",
    all: "All",
    link: "Link",
    why: "Why",
    any: "Any",
    linkNumber: (n: number, url: string) => `${n}. ${url.length > 30 ? `${url.slice(0, 29)}…` : url}`,
    none: "Recipients appear here when the campaign starts.",
    makeList: "Make a list",
    viewOf: (name: string) => `View the email to ${name}`,
    filters: {
      delivered: "Delivered",
      opened: "Opened",
      clicked: "Clicked",
      not_opened: "Not opened",
      bounced: "Bounced",
      failed: "Failed",
      unknown: "Unknown",
      unsubscribed: "Unsubscribed",
      complained: "Marked as spam",
      waiting: "To go",
      skipped: "Left out",
    },
    opened: "Opened",
    clicked: "Clicked",
    bounced: "Bounced",
    appointment: "Appointment",
    unsubscribed: "Unsubscribed",
    complained: "Marked as spam",
    machine: "Opened by a program",
  },
  popup: {
    title: "Message",
    name: "Customer",
    email: "Email",
    date: "Date and time",
    status: "Message status",
    message: "Message",
    none: "No email was sent.",
    open: "Open the email",
    held: "This address bounced, so it gets no more email.",
    undo: "Undo bounce",
    said: "Mail server said",
    why: "Why did it bounce?",
    whySpam: "See the spam report",
  },
  reports: {
    title: "Reports about this email",
    none: "No mail server has reported on this email.",
    failed: "The reports couldn't be loaded.",
    kinds: {
      delivered: "Delivered",
      deferred: "Delayed",
      bounced: "Bounced",
      complained: "Marked as spam",
      unsubscribed: "Unsubscribed",
      auto_replied: "Automatic reply",
    },
    advice: {
      hard: "Nobody has this address. Ask the customer for another one.",
      soft: "The mailbox couldn't take it for now: it may be full, or its server busy. After three in 30 days we stop emailing it.",
      policy: "The mail server refused the email, not the address. Check your sender's domain and what the email says.",
    },
    raw: "The report as it came",
    cut: "Only the beginning was kept.",
    notKept: "We keep reports for 30 days. There's no copy of this one.",
  },
} as const;
