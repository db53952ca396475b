import { quotedName } from "#core/displayName.ts";
import { escapeHtml } from "#core/escapeHtml.ts";
import { codeLifetimeText } from "#domains/accounts/rules.ts";

/** A mail without its recipient. */
export interface MailText {
  readonly subject: string;
  /** The plain-text version. */
  readonly text: string;
  readonly html: string;
}

/** A mail's content block: a paragraph, large text such as a code, a link, or name/value pairs. */
export type MailBlock =
  | string
  | { readonly big: string }
  | { readonly link: string }
  | { readonly facts: readonly (readonly [string, string])[] };

/** The mail that brings a one-time code; `notice` says why it was not texted, `link` leads to a new password without it. */
export function codeMail(code: string, notice = "", link = ""): MailText {
  const orLink = ["Or open this link to choose a new password. It expires in an hour and works once.", { link }];
  return mailOf(`${code} is your Rooftop code`, "Your code", [
    "Enter this code to continue:",
    { big: code },
    ...(notice ? [notice] : []),
    `It expires in ${codeLifetimeText} and works once. Rooftop will never ask you for it.`,
    ...(link ? orLink : []),
    "If you didn't request a code, ignore this email and don't share the code. If more arrive, someone may know your password: change it.",
  ]);
}

/** What the mails about a security event say. */
export interface SecurityEvent {
  readonly first_name: string;
  /** In the recipient's own time zone: `Monday, March 2, 2026 at 9:41 AM EST`. */
  readonly when: string;
  /** From `deviceOf`: `Chrome on Windows`. */
  readonly device: string;
  readonly ip: string;
  /** The account's member, in notices to the owner. */
  readonly member?: string;
}

/** What a person is mailed about, by what happened. */
export const noticeTopics = [
  "password changed",
  "new sign-in",
  "two-factor off",
  "two-factor off for the team",
  "codes phone changed",
  "codes phone of a member changed",
  "email changed",
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The mail about a security event. */
export function noticeMail(topic: NoticeTopic, event: SecurityEvent): MailText {
  if (topic === "password changed") return passwordChangedMail(event);
  if (topic === "new sign-in") return newSignInMail(event);
  const { subject, title, text, advice } = factorNotices[topic];
  const member = event.member ?? "";
  return mailOf(subject, title, [
    `Hi ${event.first_name},`,
    text.replace("{member}", member),
    factsOf(event),
    `If you expected this, there's nothing to do. If not, ${advice.replace("{member}", member)}`,
  ]);
}

const resetAtOnce = "use “Forgot Password” on the sign-in page right away and check your settings.";

/** The notices that only differ in their words. */
const factorNotices = {
  "two-factor off": {
    subject: "Two-factor sign-in was turned off",
    title: "Two-factor sign-in was turned off",
    text: "You now sign in with just your password.",
    advice: resetAtOnce,
  },
  "two-factor off for the team": {
    subject: "Two-factor sign-in was turned off for your team",
    title: "Two-factor sign-in was turned off for your team",
    text: "Your team members now sign in with just their passwords.",
    advice: resetAtOnce,
  },
  "codes phone changed": {
    subject: "The phone for your codes was changed",
    title: "The phone for your codes was changed",
    text: "Your sign-in codes now go to a different phone.",
    advice: "use “Forgot Password” on the sign-in page right away and let your account owner know.",
  },
  "codes phone of a member changed": {
    subject: "The phone for a team member's codes was changed",
    title: "The phone for a team member's codes was changed",
    text: "{member}'s sign-in codes now go to a different phone.",
    advice: "check with {member} and set a new password for them under Team.",
  },
  "email changed": {
    subject: "Your Rooftop email was changed",
    title: "Your email was changed",
    text: "You now sign in with a different email. This one no longer works.",
    advice: "let your account owner know right away.",
  },
} as const;

export function passwordChangedMail(event: SecurityEvent): MailText {
  return mailOf("Your Rooftop password was changed", "Your password was changed", [
    `Hi ${event.first_name},`,
    "Your password was changed, and everyone signed in with the old one was signed out.",
    factsOf(event),
    "If this was you, there's nothing to do. If not, use “Forgot Password” on the sign-in page right away and let your account owner know.",
  ]);
}

export function newSignInMail(event: SecurityEvent): MailText {
  return mailOf("New sign-in to your Rooftop account", "A new sign-in", [
    `Hi ${event.first_name},`,
    "Someone signed in to your account from a browser you haven't used recently.",
    factsOf(event),
    "If this was you, there's nothing to do. If not, sign out that browser in Settings and change your password right away.",
  ]);
}

export function invitationMail(invitation: {
  business_name: string;
  invited_by: string;
  link: string;
  days: number;
}): MailText {
  const { business_name, invited_by, link, days } = invitation;
  const [business, person] = [quotedName(business_name), quotedName(invited_by)];
  return mailOf(`${person} invited you to join ${business} on Rooftop`, `Join ${business} on Rooftop`, [
    `${person} invited you to join the team at ${business} on Rooftop. Open this link to choose a password:`,
    { link },
    `It expires in ${days} days and works once. If you weren't expecting this, you can ignore this email.`,
  ]);
}

/** The mail whose link proves a new business's e-mail. */
export function emailProofMail(business: {
  first_name: string;
  business_name: string;
  link: string;
  days: number;
}): MailText {
  const { first_name, business_name, link, days } = business;
  return mailOf("Confirm your email for Rooftop", "Confirm your email", [
    `Hi ${first_name},`,
    `Open this link to confirm the email of ${quotedName(business_name)}:`,
    { link },
    `It expires in ${days} days. If you didn't sign up for Rooftop, you can ignore this email.`,
  ]);
}

function factsOf({ when, device, ip }: SecurityEvent): MailBlock {
  const facts = [
    ["When", when],
    ["Device", device],
    ["Address", ip],
  ] as const;
  return { facts: facts.filter(([, value]) => value !== "") };
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "an iPhone"],
  [/iPad/, "an iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "a Mac"],
  [/CrOS/, "a Chromebook"],
  [/Linux/, "Linux"],
];
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

/** A user agent in words: `Chrome on Windows`, or `An unknown browser`. */
export function deviceOf(agent: string): string {
  const named = (list: typeof devices) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, device] = [named(browsers), named(devices)];
  return [browser ?? "An unknown browser", device].filter(Boolean).join(" on ");
}

export function formatInTimeZone(time_zone: string, at: Date): string {
  const style = { weekday: "long", year: "numeric", month: "long", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone: time_zone } as const;
  return new Intl.DateTimeFormat("en-US", { ...style, ...time }).format(at);
}

/** A mail of plain blocks, as text and as a page. */
export function mailOf(subject: string, title: string, blocks: readonly MailBlock[]): MailText {
  const text = [title, ...blocks.map(blockText), "Rooftop"].join("\n\n");
  return { subject, text: `${text}\n`, html: htmlPage(subject, title, blocks.map(blockHtml).join("\n")) };
}

function blockText(block: MailBlock): string {
  if (typeof block === "string") return block;
  if ("big" in block) return block.big;
  if ("link" in block) return block.link;
  return block.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
}

function blockHtml(block: MailBlock): string {
  if (typeof block === "string") return `<p class="text" style="${styles.text}">${escapeHtml(block)}</p>`;
  if ("big" in block) return `<p class="big" style="${styles.big}">${escapeHtml(block.big)}</p>`;
  if ("link" in block) {
    const address = escapeHtml(block.link);
    return `<p class="text" style="${styles.link}"><a class="brand" href="${address}" style="color:#016b70">${address}</a></p>`;
  }
  const rows = block.facts.map(
    ([name, value]) =>
      `<tr><th class="soft" scope="row" style="${styles.name}">${escapeHtml(name)}</th>` +
      `<td class="text" style="${styles.value}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="${styles.facts}">${rows.join("")}</table>`;
}

// Inline, because some mail clients drop the style sheet; the sheet only holds the dark colors.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  body: `margin:0;padding:0;background:#f5f8fa;${font}`,
  card: "max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #d9dde1;border-radius:12px",
  brand: "margin:0 0 24px;font-size:15px;font-weight:700;letter-spacing:.02em;color:#016b70",
  title: "margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:700;color:#151d23",
  text: "margin:0 0 16px;font-size:16px;line-height:1.5;color:#20292f",
  link: "margin:0 0 16px;font-size:16px;line-height:1.5;word-break:break-all",
  big: "margin:0 0 16px;padding:16px;border-radius:8px;background:#ecfbfc;color:#004245;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:.25em;text-align:center",
  facts: "margin:0 0 16px;border-collapse:collapse",
  name: "padding:4px 16px 4px 0;font-size:14px;font-weight:400;text-align:left;vertical-align:top;color:#565f68",
  value: "padding:4px 0;font-size:14px;color:#20292f",
} as const;
const dark = `@media (prefers-color-scheme: dark) {
.body { background: #0d1419 !important }
.card { background: #151d23 !important; border-color: #2e383f !important }
.brand { color: #55c3c8 !important }
.title, .text { color: #e3e9ed !important }
.soft { color: #a4aeb5 !important }
.big { background: #004245 !important; color: #ecfbfc !important }
}`;

function htmlPage(subject: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}</style>
</head>
<body class="body" style="${styles.body}">
<div style="padding:24px 12px">
<div class="card" style="${styles.card}">
<p class="brand" style="${styles.brand}">Rooftop</p>
<h1 class="title" style="${styles.title}">${escapeHtml(title)}</h1>
${content}
</div>
</div>
</body>
</html>
`;
}
