import type { WidgetSettings } from "./contract.ts";

/** The words of the page in the frame and of the text that follows. */
export const widgetTexts = {
  title: (business: string) => `Text ${business}`,
  greeting: "How can we help? Write to us, and we'll text you back.",
  closedGreeting: "We're closed right now. Leave a message and we'll text you when we open.",
  disclosure: (business: string) =>
    `By sending, you agree to get text messages from ${business} about your request at this number. Message frequency varies. Message and data rates may apply. Reply HELP for help, STOP to opt out.`,
  marketing: (business: string) =>
    `Also text me offers and news from ${business}. Optional, and not a condition of any purchase. We'll ask you to confirm by text.`,
  /** What a visitor typed is never in it: anyone can type a stranger's phone. */
  automatic: (business: string, code: string, asksToConfirm: boolean) =>
    `${business}: We got your message from our website and will text you back here. Enter ${code} there to read our replies on the website, too.${
      asksToConfirm ? " Reply YES to also get our offers by text." : ""
    } Msg & data rates may apply. Reply HELP for help, STOP to opt out.`,
  codeHint: "To read our replies here, too, enter the 6 digits we texted you. We text each phone one code a day.",
  wrongCode: "That isn't the code from our latest text. Check it, or read our replies on your phone.",
  tooManyCodes: "That was the wrong code too many times. Our replies come to your phone by text.",
  you: "You",
  files: (count: number) => (count === 1 ? "1 file: open it on your phone" : `${count} files: open them on your phone`),
  waiting: "Replies appear here as they come.",
  alsoTexted: (phone: string) => `We also text every reply to ${phone}. Answer from that phone.`,
} as const;

/** The snippet that a website embeds: it works without its second line, which lets visitors open and close the frame. */
export function snippetOf(publicUrl: string, key: string, business: string): string {
  const title = widgetTexts.title(business).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  // As large as the bubble, so that where our script is blocked the frame covers nothing of the website.
  const style =
    "position:fixed;right:0;bottom:0;width:160px;height:76px;max-width:100%;max-height:100%;border:0;z-index:2147483000;color-scheme:light";
  // A website whose policy refuses the style has a frame of this size where the snippet stands.
  return `<iframe src="${publicUrl}/w/${key}" title="${title}" width="380" height="640" style="${style}" data-rooftop></iframe>
<script async src="${publicUrl}/w/widget.js"></script>`;
}

/** The sources of a Content-Security-Policy that may frame the page. A site also means its `www`. */
export function frameAncestors(sites: readonly string[]): string {
  if (sites.length === 0) return "*";
  const hosts = sites.flatMap((site) => (site.startsWith("www.") ? [site] : [site, `www.${site}`]));
  return ["'self'", ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`])].join(" ");
}

const luminance = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Black or white, whichever is easier to read on a color; one of them always has a contrast of 4.5. */
export function textOn(color: string): "#ffffff" | "#000000" {
  const background = luminance(color);
  return 1.05 / (background + 0.05) >= (background + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** The greeting at this moment. */
export function greetingOf(settings: Pick<WidgetSettings, "greeting" | "closed_greeting">, isOpen: boolean): string {
  if (isOpen) return settings.greeting || widgetTexts.greeting;
  return settings.closed_greeting || widgetTexts.closedGreeting;
}

/** What addresses have in common that one person can choose from: a /24 of IPv4, a /56 of IPv6. */
export function addressPrefix(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip);
  if (v4) return v4[1] ?? ip;
  const [head = "", tail] = ip.toLowerCase().split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  const groups = [...before, ...zeros, ...after].map((group) => group.padStart(4, "0"));
  return `${groups.slice(0, 3).join(":")}:${(groups[3] ?? "").slice(0, 2)}`;
}

/** How long a snippet continues working after a new one took its place. */
export const previousKeyDays = 30;

/** Faster than typing means a program; older forms may be outdated. */
export const formSeconds = { least: 3, most: 2 * 3600 } as const;

/** How many messages count, in how many seconds. */
export const widgetLimits = {
  address: { points: 5, seconds: 3600 },
  phone: { points: 3, seconds: 86_400 },
  widget: { points: 60, seconds: 3600 },
} as const;

/** How long a browser shows the replies to its message. */
export const sessionHours = 2;

/** As long as no other automatic text may go to the phone. */
export const codeHours = 24;

/** Wrong guesses after which a phone's code is dead. */
export const codeTries = 5;

/** How often a browser may enter a code, and look for replies. */
export const answerLimits = {
  perSession: { points: 5, seconds: 86_400 },
  perAddress: { points: 30, seconds: 3600 },
  polls: { points: 1800, seconds: sessionHours * 3600 },
} as const;

/** How long a request waits for news, how often it polls, and how many may wait together. */
export const answerWait = { longestMs: 20_000, everyMs: 2000, atOnce: 100 } as const;
