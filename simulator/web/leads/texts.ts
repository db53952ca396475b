import { nounCount } from "#core/count.ts";
import type { leadFormats, leadForms, leadStyles, leadWays, SimulatorLeadKind } from "#simulator/leads.ts";

type TextOf<Values extends readonly string[]> = Readonly<Record<Values[number], string>>;

const kinds: Readonly<Record<SimulatorLeadKind, string>> = {
  lead: "A lead",
  cut_off: "A lead that’s cut off partway",
  entities: "A lead with HTML entities that XML doesn’t know",
  windows_1252: "A lead in windows-1252 labeled UTF-8",
  labels: "A contact form without ADF",
  words: "Words only",
  three_times: "The same lead three times at once",
  bomb: "An XML bomb (billion laughs)",
  ten: "Ten prospects in one",
};

const ways: TextOf<typeof leadWays> = {
  email: "Email",
  web: "Web request",
  facebook: "Facebook form",
};

const styles: TextOf<typeof leadStyles> = {
  marketplace: "Marketplace",
  manufacturer: "Manufacturer",
  tradeTool: "Trade-in tool",
  website: "Website",
  chat: "Chat",
};

const forms: TextOf<typeof leadForms> = {
  plain: "Plain text",
  signed: "Text with a signature",
  forwarded: "Forwarded",
  escapedHtml: "HTML with line breaks",
  pre: "HTML, preformatted",
  alternative: "Text and HTML",
  attachment: "Attachment",
  quoted: "Quoted-printable",
  base64: "Base64",
  bom: "Text with a byte order mark",
};

const formats: TextOf<typeof leadFormats> = { adf: "ADF", json: "JSON" };

/** What the tab for leads says. */
export const leadTexts = {
  location: "Location",
  noLocation: "No dealership has a location yet.",
  way: "Send by",
  webOnly: "Email comes from your mail server, so it can’t be simulated.",
  kind: "What to send",
  style: "Vendor",
  form: "Email format",
  format: "Request format",
  customer: "Customer",
  another: "New person",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  year: "Year",
  make: "Make",
  model: "Model",
  comments: "Comments",
  send: "Send a lead",
  sendBroken: "Send",
  sent: "Sent",
  none: "Nothing has been sent yet.",
  sentAs: (what: string, way: string) => `${what} · ${way}`,
  sentTo: (location: string, at: string) => `To ${location} at ${at}`,
  created: (count: number) => nounCount(count, "new lead"),
  joined: (count: number) => `${nounCount(count, "inquiry", "inquiries")} joined an open lead`,
  known: (count: number) => `${nounCount(count, "repeat")} ignored`,
  received: (parts: readonly string[]) => `Received: ${parts.join(", ")}`,
  refused: (count: number, status: number, words: string) =>
    `Refused${count > 1 ? ` ${count} times` : ""} with status ${status}: ${words}`,
  open: "Open leads",
  kinds,
  ways,
  styles,
  forms,
  formats,
} as const;

/** A select's options, in the order of their texts. */
export const optionsOf = <Value extends string>(texts: Readonly<Record<Value, string>>) =>
  (Object.entries(texts) as [Value, string][]).map(([value, label]) => ({ value, label }));
