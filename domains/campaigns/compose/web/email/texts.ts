import { countText, nounCount } from "#core/count.ts";

const people = (count: number) => (count === 1 ? "customer" : "customers");

/** What the wizard of email campaigns says. */
export const composeEmailTexts = {
  title: "New email campaign",
  name: "Campaign name",
  subject: "Campaign subject",
  preheader: "Preview text",
  preheaderAbout: "Shown after the subject in most inboxes. Leave empty for the beginning of the email.",
  insertInto: (label: string) => `Insert a variable into ${label.toLowerCase()}`,
  templates: "Templates",
  starters: "Start with one of ours",
  create: "Create New Template",
  select: "Select Template",
  replaceQuestion: {
    title: "Replace your email?",
    text: "The template replaces what you wrote.",
    action: "Replace",
    cancel: "Keep mine",
  },
  saveAs: {
    open: "Save as template",
    title: "Save as template",
    name: "Template Title",
    action: "Save",
  },
  test: "Send Test",
  testEmail: "Email address",
  who: "Who gets this email?",
  selectFirst: "Select a list or a customer to see who gets this email.",
  getIt: (count: number) => `${people(count)} ${count === 1 ? "gets" : "get"} this email`,
  unnamed: "No name or email",
  andMore: (count: number) => `and ${countText(count)} more`,
  waiting: (count: number) => `${countText(count)} wait for their time`,
  options: {
    now: ["Send now", "Starts right away."],
    later: ["Schedule for Later", "Everyone at the same moment."],
    timezone: ["Schedule based on time zones", "Everyone at that time in their own time zone."],
  },
  checkAgain: "We check for unsubscribes again before each email. You can pause or cancel at any time.",
  check: {
    title: "Before you send",
    loading: "Checking the email",
    size: (kilobytes: number) => `${countText(kilobytes)} kB with its footer`,
    levels: { error: "Must fix:", warning: "Check:" },
    setAddress: "Set mailing address",
    askOwner: "Ask the account owner to set it under Locations.",
    back: "Edit the email",
    links: (count: number) => nounCount(count, "link", "links"),
  },
} as const;
