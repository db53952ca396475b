import { nounCount } from "#core/count.ts";

/** What the list of text campaigns and a campaign's page say. */
export const campaignTexts = {
  title: "Text campaigns",
  empty: "Reach your customers with their first campaign",
  columns: { recipients: "Total Recipients", delivered: "Delivered", replies: "Replies" },
  period: {
    label: (period: string) => `Campaign texts, ${period.toLowerCase()}`,
    sent: "Sent",
    delivered: "Delivered",
    replies: "Replies",
    optOuts: "Opt-outs",
  },
  actions: { message: "View message", statistics: "View statistics" },
  message: { title: "Campaign Message", picture: "Picture of the campaign", none: "No message yet." },
  analytics: {
    title: "Campaign Analytics",
    date: "Campaign date",
    audience: "Audience",
    delivered: "Delivered",
    replies: "Replies",
    unsubscribes: "Unsubscribes",
  },
  cancelText: "Texts already on their way still arrive. Nobody else will be texted, and this can't be undone.",
} as const;

export const detailTexts = {
  parts: { delivered: "Delivered", moving: "On the way", failed: "Failed", waiting: "To go" },
  figures: {
    delivered: "Delivered",
    replies: "Replies",
    appointments: "Appointments",
    unsubscribed: "Unsubscribed",
    of: (count: string) => `of ${count}`,
    ofDelivered: (percent: string) => `${percent} of delivered`,
    within: "within 14 days",
  },
  failed: {
    title: (count: string) => `${count} failed`,
    none: "No failed texts",
    makeList: "Make a list",
  },
  minutesLeft: (minutes: number) =>
    minutes < 90 ? `About ${minutes} min left` : `About ${Math.round(minutes / 60)} hours left`,
  waitUntil: (count: string, when: string, zone: string) => `${count} wait until ${when} (${zone})`,
  brakeEarly: (least: number) => `Starts once ${nounCount(least, "text is", "texts are")} sent.`,
  table: {
    title: "Recipients",
    search: "Search recipients",
    show: "Show",
    why: "Reason",
    anyReason: "Any",
    all: "All",
    replied: "Replied",
    appointment: "Appointment",
    unsubscribed: "Unsubscribed",
    none: "Recipients appear here when the campaign starts.",
    viewOf: (name: string) => `View the text to ${name}`,
  },
  popup: {
    title: "Message",
    name: "Customer",
    date: "Date and time",
    status: "Message status",
    message: "Message",
    none: "No text was sent.",
  },
} as const;
