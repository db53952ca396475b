export const platformCampaignTexts = {
  title: "All Campaigns",
  label: "Campaigns",
  since: "Campaigns since",
  columns: {
    title: "Campaign Name",
    channel: "Channel",
    client: "Client",
    recipientType: "Recipient Type",
    recipients: "Total Recipients",
    sentType: "Sent Type",
    status: "Status",
  },
  recipientTypes: { list: "Contact lists", individual: "Individual contacts" },
  none: "No campaigns yet. Your clients' campaigns appear here.",
  channels: { sms: "Text", email: "Email" },
  any: "Any",
  sent: "Sent",
  sentSince: { today: "Today", week: "This week", month: "This month" },
  hold: "Pause campaign",
  release: "Release campaign",
  holdDialog: {
    title: (title: string) => `Pause ${title}?`,
    text: (client: string) =>
      `Nothing else is sent until you release it. ${client} sees that Rooftop paused it, and your reason.`,
    reason: "Reason",
    action: "Pause campaign",
  },
  releaseDialog: {
    title: (title: string) => `Release ${title}?`,
    text: (client: string) => `It stays paused until ${client} resumes it.`,
    action: "Release campaign",
  },
} as const;
