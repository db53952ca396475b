/** Where something of a mail is put in its column; null: at the left, as everything else. */
export type MailAlignment = "center" | "right" | null;

export const mailAlignments: readonly string[] = ["center", "right"];

/** A button of a mail. */
export interface MailButton {
  readonly label: string;
  /** Empty until somebody says where it leads. */
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

/** The words of the starters that the author replaces, in small letters. Each stands in a line or after a colon. */
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
