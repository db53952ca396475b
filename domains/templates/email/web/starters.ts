import { buttonHtml } from "./mailButton.ts";

/** An email to begin with; the dealer's own once it is saved. */
export interface StarterTemplate {
  readonly key: string;
  readonly title: string;
  /** What it is good for, in a line. */
  readonly about: string;
  readonly template: string;
}

const bookLink = "https://www.example.com/service";
const carsLink = "https://www.example.com/inventory";
const closing = "<p>See you soon,<br />%company_name%<br />%company_phone%</p>";
const button = (label: string, href: string) => buttonHtml({ label, href, align: "left" });
const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join("")}</ul>`;

/** What dealerships write most, ready to be filled in. The links are to be replaced by the dealer's own. */
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
      button("Book a visit", bookLink),
      "<p>Short on time? Reply to this email and we'll find a slot that fits your day.</p>",
      closing,
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
      button("See all new arrivals", carsLink),
      "<p>Want to take one for a drive? Reply with a day and time, and we'll have it ready.</p>",
      closing,
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
      button("Save my spot", carsLink),
      "<p>Bring a friend. There is room for everyone.</p>",
      closing,
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
      button("Book your first service", bookLink),
      closing,
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
      button("Schedule a checkup", bookLink),
      closing,
    ].join(""),
  },
];
