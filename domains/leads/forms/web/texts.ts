import type { LeadPage } from "../contract.ts";

/** What the card that connects pages for leads says. */
export const leadPageTexts = {
  title: "Facebook lead forms",
  info: "When someone fills in a lead form in your ad or on your page, on Facebook or Instagram, it becomes a lead here within seconds. Filling in a form lets you reply. It isn’t consent to marketing.",
  about: "Forms people fill in on Facebook and Instagram become leads of this location.",
  notSetUp: "Facebook isn’t set up on this installation. Ask your administrator.",
  simulated: "These pages are simulated. Fill in forms in the simulator, under Leads.",
  connect: "Connect Facebook",
  connectSimulated: "Connect simulated Facebook",
  again: "Connect again",
  add: "Add a page",
  use: "Use this page",
  useOf: (page: string) => `Use this page: ${page}`,
  offered: "Pages you can use",
  disconnect: "Disconnect",
  disconnectOf: (page: string) => `Disconnect: ${page}`,
  question: (page: string) => ({
    title: `Disconnect ${page}?`,
    text: "Its forms no longer become leads. Leads that came from it stay.",
    action: "Disconnect",
  }),
  states: {
    ok: "Connected",
    failing: "Not answering",
    needs_access: "Access ended",
    offered: "Not connected",
  } satisfies Record<LeadPage["state"], string>,
  since: (date: string) => `Since ${date}`,
  loading: "Loading",
  returned: {
    title: "Connect Facebook",
    busy: "Connecting Facebook…",
    denied: "Facebook wasn’t connected. Allow access to your page and its leads there.",
    back: "Lead settings",
  },
} as const;
