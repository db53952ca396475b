/** What the settings of leads say. */
export const leadSettingsTexts = {
  title: "Leads",
  addresses: "Lead addresses",
  about: (location: string) => `Where your website and listing sites send leads for ${location || "this location"}.`,
  email: "Email address",
  url: "Web address",
  how: "Give the email address to any vendor as the place to send leads. Vendors that post ADF or JSON use the web address.",
  noEmail: "Email isn't set up yet. Vendors can use the web address.",
  copy: "Copy",
  copied: "Copied",
  copyOf: (label: string) => `Copy ${label.toLowerCase()}`,
  previous: (until: string) => `The previous addresses work until ${until}.`,
  renew: "Get new addresses",
  question: {
    title: "Get new addresses?",
    text: "Vendors must switch to the new addresses. The current ones work for 30 more days.",
    action: "Get new addresses",
  },
} as const;
