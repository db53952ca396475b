import { hasCredentials } from "#core/webAddress.ts";

/* What an e-mail template may hold, for the server that checks it and the editor that writes it. */

/** Mail programs cut longer mails: Gmail at 102 kB. */
const clippedAt = 100_000;

/** Colors of text that read well on paper, and what they become where the reader prefers dark. */
export const textColors = [
  { name: "Teal", light: "#016b70", dark: "#55c3c8" },
  { name: "Blue", light: "#0060a6", dark: "#6bb5ff" },
  { name: "Green", light: "#03703f", dark: "#58ca87" },
  { name: "Red", light: "#a92227", dark: "#ff8780" },
  { name: "Orange", light: "#8f4801", dark: "#fc903a" },
  { name: "Gray", light: "#4b555e", dark: "#b0bbc2" },
] as const;

/** How a link of a mail begins. Any other link would be dead or dangerous there. */
const linkScheme = /^(?:https?:\/\/[^\s/]|mailto:[^\s]|(?:tel|sms):[^\s])/i;

/** True for an address that a mail's link or picture may lead to. */
export const isMailLink = (address: string): boolean => linkScheme.test(address) && !hasCredentials(address);

/** A link as typed, with https where no scheme was; undefined for one that a mail can't hold. */
export function linkOf(typed: string): string | undefined {
  const text = typed.trim();
  if (linkScheme.test(text)) return hasCredentials(text) ? undefined : text;
  if (/^[^\s@:/]+@[^\s@:/]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  if (/^[a-z\d-]+(\.[a-z\d-]+)+([/?#]\S*)?$/i.test(text)) return `https://${text}`;
  return undefined;
}

/** The width of an email's column, in pixels. */
export const maxPictureWidth = 552;

/** The address of an uploaded picture: 128 random bits that say nothing of whose it is. */
export const mailPicturePath = /^\/i\/([0-9a-f]{32})\.(?:jpg|png|gif)$/;

/** Where something of a mail is put in its column; null: at the left, as everything else. */
export type MailAlignment = "center" | "right" | null;

export const mailAlignments: readonly string[] = ["center", "right"];

/** A button of a mail. */
export interface MailButton {
  readonly label: string;
  /** Empty until someone says where it leads. */
  readonly href: string;
  readonly align: MailAlignment;
}

const cellStyle = "border-radius:8px;background-color:#016b70;mso-padding-alt:12px 24px";
const linkStyle =
  "display:inline-block;padding:12px 24px;border-radius:8px;font-weight:600;line-height:1.25;color:#ffffff;text-decoration:none";

/** An element as ProseMirror writes it: its name, its attributes, and what is in it. */
export type ElementSpec = readonly [string, Readonly<Record<string, string>>, ...(ElementSpec | string)[]];

const plainTable = { border: "0", cellpadding: "0", cellspacing: "0" };

/** A button that every mail program shows as one: a table of one cell, because many ignore a link's padding. */
export function buttonSpec({ label, href, align }: MailButton): ElementSpec {
  const link: ElementSpec = ["a", { ...(href !== "" && { href }), style: linkStyle }, label];
  const cell: ElementSpec = ["td", { align: "center", bgcolor: "#016b70", style: cellStyle }, link];
  const inner: ElementSpec = ["table", { role: "presentation", ...plainTable }, ["tbody", {}, ["tr", {}, cell]]];
  // The outer cell aligns: a table that is aligned itself would float, and the next words beside it.
  const outer: ElementSpec = ["td", { align: align ?? "left" }, inner];
  const frame = { class: "button", role: "presentation", width: "100%", ...plainTable };
  return ["table", frame, ["tbody", {}, ["tr", {}, outer]]];
}

/** The HTML of a button. */
export const buttonHtml = (button: MailButton): string => htmlOfSpec(buttonSpec(button));

function htmlOfSpec([name, attributes, ...children]: ElementSpec): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeText(value).replaceAll('"', "&quot;")}"`,
  );
  const inside = children.map((child) => (typeof child === "string" ? escapeText(child) : htmlOfSpec(child)));
  return `<${name}${written.join("")}>${inside.join("")}</${name}>`;
}

/** As the server's sanitizer writes text. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An email to begin with; the business's own once it is saved. */
export interface StarterTemplate {
  readonly key: string;
  readonly title: string;
  /** What it is good for, in a line. */
  readonly about: string;
  readonly template: string;
}

const sign = "<p>See you soon,<br />%company_name%<br />%company_phone%</p>";
/** Where it leads is the business's to say; until then the screens and the check before sending remind of it. */
const button = (label: string) => buttonHtml({ label, href: "", align: null });
const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`;

/** Starter texts that the author replaces, in lower case. Each is a line of its own or follows a colon. */
export const starterPlaceholders: readonly string[] = [
  "what makes it special",
  "price or mileage",
  "a feature people ask for",
  "day, date and time",
];

/** What dealerships write most, ready to be filled in. */
export const starterTemplates: readonly StarterTemplate[] = [
  {
    key: "service",
    title: "Service reminder",
    about: "Invites customers back for maintenance.",
    template: [
      "<h1>Time for a checkup?</h1>",
      "<p>Hi %first_name|there%,</p>",
      "<p>A little maintenance now saves a big repair later. If your last visit was six months ago or more, these are due:</p>",
      list("Oil and filter change", "Tire rotation and pressure check", "Brake inspection"),
      button("Book a visit"),
      "<p>Short on time? Reply to this email and we'll find a slot that fits your day.</p>",
      sign,
    ].join(""),
  },
  {
    key: "arrivals",
    title: "New arrivals",
    about: "Shows what just came onto the lot.",
    template: [
      "<h1>Just arrived on our lot</h1>",
      "<p>Hi %first_name|there%,</p>",
      "<p>Fresh inventory came in this week, and you're among the first to know. Here is what stands out:</p>",
      list(
        "<strong>First vehicle:</strong> what makes it special",
        "<strong>Second vehicle:</strong> price or mileage",
        "<strong>Third vehicle:</strong> a feature people ask for",
      ),
      button("See all new arrivals"),
      "<p>Want to take one for a drive? Reply with a day and time, and we'll have it ready.</p>",
      sign,
    ].join(""),
  },
  {
    key: "event",
    title: "Event invitation",
    about: "Invites customers to a sale or an open house.",
    template: [
      "<h1>You're invited</h1>",
      "<p>Hi %first_name|there%,</p>",
      "<p>Join us for a day of test drives, good coffee and prices that end when the day does.</p>",
      "<p><strong>When:</strong> day, date and time<br /><strong>Where:</strong> %company_address%</p>",
      button("Save my spot"),
      "<p>Bring a friend. There is room for everyone.</p>",
      sign,
    ].join(""),
  },
  {
    key: "thanks",
    title: "Thank you",
    about: "Thanks a customer after a purchase or a visit.",
    template: [
      "<h1>Thank you, %first_name|friend%</h1>",
      "<p>We appreciate that you chose %company_name%. It was a pleasure to help you.</p>",
      "<p>If a question comes up, about your vehicle, your paperwork or anything else, reply to this email. A person reads every message.</p>",
      "<p>Your next service is easy to arrange, too:</p>",
      button("Book your first service"),
      sign,
    ].join(""),
  },
  {
    key: "season",
    title: "Seasonal checkup",
    about: "Gets vehicles ready for winter or summer.",
    template: [
      "<h1>Ready for the season?</h1>",
      "<p>Hi %first_name|there%,</p>",
      "<p>Changing weather is hard on batteries, tires and wipers. In one short visit we check:</p>",
      list("Battery and charging system", "Tire tread and pressure", "Coolant, wipers and lights"),
      "<p>We also look up open recalls for your vehicle while you wait. Recall repairs are free.</p>",
      button("Schedule a checkup"),
      sign,
    ].join(""),
  },
];

/** What to mend in an email, as far as its HTML says. */
export interface MailChecks {
  readonly picturesWithoutAlt: number;
  /** Links and buttons that lead nowhere. */
  readonly deadLinks: number;
  /** Of the whole email, frame and footer included. */
  readonly kilobytes: number;
  /** Gmail shows its beginning alone. */
  readonly isClipped: boolean;
}

const count = (html: string, tag: RegExp, isFine: RegExp) =>
  (html.match(tag) ?? []).filter((found) => !isFine.test(found)).length;

/**
 * Looks an email over.
 *
 * @param bytes of the whole email as it leaves.
 */
export function checksOf(html: string, bytes: number): MailChecks {
  return {
    picturesWithoutAlt: count(html, /<img\b[^>]*>/gi, /\salt\s*=\s*(?:"[^"]*[^"\s]|'[^']*[^'\s])/i),
    deadLinks: count(html, /<a\b[^>]*>/gi, /\shref\s*=\s*["'](?:https?:|mailto:|tel:|sms:)/i),
    kilobytes: Math.ceil(bytes / 1_000),
    isClipped: bytes > clippedAt,
  };
}

/** An email as a reader with this color scheme sees it, whatever the scheme of the page that shows it. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  const other = scheme === "dark" ? "light" : "dark";
  return html
    .replace(new RegExp(`\\(\\s*prefers-color-scheme:\\s*${scheme}\\s*\\)`, "gi"), "(min-width: 0)")
    .replace(new RegExp(`\\(\\s*prefers-color-scheme:\\s*${other}\\s*\\)`, "gi"), "(max-width: 0)")
    .replace(/color-scheme:\s*light\s+dark/gi, `color-scheme: ${scheme}`)
    .replace(/(<meta\s+name="color-scheme"\s+content=)"[^"]*"/gi, `$1"${scheme}"`);
}

/** The words of an email's HTML, for a first impression; never shown as markup. */
export function mailWords(html: string): string {
  const text = html.replace(/<(style|title)\b[^>]*>.*?<\/\1>/gis, " ").replace(/<[^>]*>/g, " ");
  const signs: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return text
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => signs[name] ?? " ")
    .replace(/\s+/g, " ")
    .trim();
}
