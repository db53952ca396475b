import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import {
  Flag,
  Instant,
  inOrder,
  listInput,
  name,
  oneOf,
  opaqueText,
  optionalText,
  required,
  sent,
} from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { parsePhone } from "#core/phone.ts";
import { reachable } from "#core/reachable.ts";
import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";

/* The widget with which visitors of a business's website text one of its locations. */

export const defaultColor = "#016b70";
export const sides = ["left", "right"] as const;
export const maxSites = 20;
export const maxGreeting = 200;
/** What a visitor writes; it travels over the web, so no carrier limits it. */
export const maxMessage = 1000;

export const WidgetSettings = z.object({
  is_on: z.literal([0, 1]),
  /** The sites that may show it, like `example.com`; none: any site. */
  sites: z.array(z.string()),
  /** While the location is open, and while it is closed; empty: the default words. */
  greeting: z.string(),
  closed_greeting: z.string(),
  /** `#rrggbb`. */
  color: z.string(),
  side: z.enum(sides),
  /** The business's privacy policy and its terms, linked from the widget; empty: the pages that we host. */
  privacy_url: z.string(),
  terms_url: z.string(),
});
export type WidgetSettings = z.infer<typeof WidgetSettings>;

const website = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+|localhost)(:\d{1,5})?(?:[/?#].*)?$/iu;

/**
 * The host of a website as people paste it, with its port: `https://www.Example.com/trucks` → `www.example.com`; undefined
 * for anything else.
 */
export function siteOf(typed: string): string | undefined {
  const [, host, port = ""] = website.exec(typed.trim()) ?? [];
  return host === undefined || host.length > 253 ? undefined : `${host.toLowerCase()}${port}`;
}

const https = /^https:\/\/[^\s/]+\.[^\s]+$/i;

const linkInput = optionalText(500).check(
  inOrder(
    [(text) => !hasCredentials(text), noCredentialsText],
    [(text) => text === "" || https.test(text), "Enter an address that starts with https://"],
  ),
);

export const WidgetDraft = z.object({
  is_on: oneOf([0, 1], "Select whether visitors can text you"),
  sites: sent(
    z.pipe(
      z.transform(listInput),
      z
        .array(
          z
            .string({ error: "Enter a website like example.com" })
            .check(
              inOrder(
                [(text) => !hasCredentials(text), noCredentialsText],
                [(text) => siteOf(text) !== undefined, "Enter a website like example.com"],
              ),
            ),
          { error: "Enter a list of websites" },
        )
        .check(inOrder([(all) => all.length <= maxSites, `Add up to ${maxSites} websites`])),
    ),
  ),
  greeting: sent(optionalText(maxGreeting)),
  closed_greeting: sent(optionalText(maxGreeting)),
  color: z
    .string({ error: "Choose a color" })
    .check(inOrder([(text) => /^#[0-9a-f]{6}$/i.test(text), "Enter a color like #016b70"])),
  side: z.enum(sides, { error: "Select left or right" }),
  privacy_url: sent(linkInput),
  terms_url: sent(linkInput),
});
export type WidgetDraft = z.infer<typeof WidgetDraft>;

/** What a visitor sends. */
export const VisitorMessage = z.object({
  name: name("Enter your name", 100),
  phone: required("Enter your phone number", 40).check(
    reachable((typed) => parsePhone(typed) !== undefined, "Enter a 10-digit US phone number"),
  ),
  message: required("Write a message", maxMessage),
  marketing: Flag,
});
export type VisitorMessage = z.infer<typeof VisitorMessage>;

const unseen = (max: number, otherwise = "") =>
  z.catch(z._default(opaqueText(0, max, "Load this page again"), ""), otherwise);

/** The code that was texted to a visitor's phone. */
export const CodeEntry = z.object({
  code: required("Enter the code from our text", 20).check(
    inOrder([(typed) => /^\d{6}$/.test(typed.replace(/[\s-]/g, "")), "Enter the 6 digits from our text"]),
  ),
});

/** What the page sends besides, unseen. It only describes the visit, so nothing of it is refused. */
export const VisitDetails = z.object({
  /** Signed by the server when it showed the form. */
  token: unseen(200),
  page: unseen(2000),
  referrer: unseen(2000),
  /** No one sees this field, so only programs fill it in. */
  company: unseen(2000, "filled in"),
});
export type VisitDetails = z.infer<typeof VisitDetails>;

/** By what the page knows its visitor, and which messages it shows already. */
export const SessionEntry = z.object({ session: unseen(100), seen: unseen(100) });
export type SessionEntry = z.infer<typeof SessionEntry>;

const Shown = z.extend(WidgetSettings, {
  /** What is shown where the texts are empty. */
  default_greeting: z.string(),
  default_closed_greeting: z.string(),
  /** Websites from which visitors wrote in the last 30 days. */
  seen_on: z.array(z.string()),
  /** Until when the snippet from before works as well; null when there is none. */
  previous_until: z.nullable(Instant),
  /** When a visitor last opened it, about to the hour, and on which website; null and empty when no one has. */
  previous_used_at: z.nullable(Instant),
  previous_used_on: z.string(),
});
export type ShownWidget = z.infer<typeof Shown>;

export const widget = calls("widget", {
  settings: {
    method: "GET",
    path: "/settings/widget",
    allow: managers,
    supportAccess: "reads",
    about: "How the acting location's messaging widget looks, and on which websites it may be shown.",
    data: Shown,
  },
  change: {
    method: "POST",
    path: "/settings/widget",
    allow: managers,
    audit: "trail",
    about:
      "Changes the acting location's messaging widget. No `sites`: any website may show it; empty greetings use the defaults.",
    body: WidgetDraft,
    data: Shown,
    successMessage: "Saved",
  },
  renewKey: {
    method: "POST",
    path: "/settings/widget/key",
    allow: managers,
    audit: "trail",
    about:
      "Gives the acting location's snippet a new key. The old snippet works for another 30 days, and only one old snippet works at a time.",
    data: Shown,
    successMessage: "You have a new snippet. Paste it into your website.",
  },
  endPreviousKey: {
    method: "POST",
    path: "/settings/widget/key/end-previous",
    allow: managers,
    audit: "trail",
    about: "Stops the acting location's old snippet now. Does nothing if there isn't one.",
    data: Shown,
    successMessage: "The old snippet stopped working",
  },
});
