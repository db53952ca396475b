import { countText } from "#core/count.ts";

/** What lists and pages of both text and email campaigns say. */
export const sharedTexts = {
  ofCustomer: "Campaigns",
  create: "Create campaign",
  search: "Search campaigns",
  columns: {
    id: "#",
    title: "Title",
    sendingTo: "Sending To",
    sentAt: "Sent at",
    status: "Status",
    created: "Created",
  },
  filters: {
    any: "Any",
    status: "Status",
    created: "Created",
    groups: {
      draft: "Draft",
      scheduled: "Scheduled",
      waiting: "Waiting for number",
      sending: "Sending",
      paused: "Paused",
      stopped: "Stopped",
      sent: "Sent",
      canceled: "Canceled",
    },
  },
  actions: {
    open: "View",
    edit: "Edit",
    pause: "Pause",
    resume: "Resume",
    cancel: "Cancel campaign",
    duplicate: "Duplicate",
    remove: "Delete",
    sendNow: "Send now",
  },
  removeQuestion: {
    title: "Delete this campaign?",
    text: (title: string) => `“${title}” leaves the list. If it's still sending, it is canceled first.`,
    action: "Delete",
  },
  cancelQuestion: { title: "Cancel this campaign?", action: "Cancel campaign", cancel: "Keep it" },
  lists: { title: "Campaign Lists", none: "No lists selected." },
  download: "Download recipients",
  back: "Back to campaigns",
  status: "Status",
  sentOf: (handed: string, audience: string) => `${handed} of ${audience} sent`,
  scheduled: (when: string) => `Scheduled for ${when}`,
  people: "recipients",
  showPeople: "Show who",
  leftOut: (count: string) => `${count} left out`,
  brake: {
    title: "Auto-pause",
    clear: "All clear",
    over: "Over the limit",
    of: (count: number, handed: number, limit: number) =>
      `${countText(count)} of ${countText(handed)} · limit ${limit}%`,
    about: "Pauses automatically at any of these limits.",
  },
} as const;
