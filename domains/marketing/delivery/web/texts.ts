/** What the sender's domain is called on the screens. */
export const domainTexts = {
  title: "Sender domain",
  about: (domain: string) => `Mailbox providers look these up before they accept email from ${domain}.`,
  loading: "Checking the domain",
  none: "Email isn't set up yet, so there's no domain to check.",
  checked: (time: string) => `Checked at ${time}`,
  again: "Check again",
  publish: "Add this record where your domain is managed:",
  copy: (what: string) => `Copy ${what}`,
  copied: "Copied",
  records: {
    spf: {
      name: "SPF",
      about: "Lists the mail servers that may send for your domain. Without it, email often lands in spam.",
    },
    dkim: {
      name: "DKIM",
      about: "A signature that proves an email came from your domain and wasn't changed on the way.",
    },
    dmarc: {
      name: "DMARC",
      about: "Tells mailbox providers what to do with email that only claims to come from your domain.",
    },
  },
  states: { ok: "Ready", warning: "Needs attention", missing: "Missing", unknown: "Not confirmed" },
} as const;
