import { expect, test } from "vitest";
import { outcomeOf, replies, replyText } from "./rules.ts";

const contact = "help@rooftop.test";
const fresh = { isOptedOut: false, wasRepliedTo: false, needsNoReply: false, contact };
const stopped = { ...fresh, isOptedOut: true };

test.each([
  ["STOP", fresh, { intent: "stop", isOptedOut: true, reply: replies.stop }],
  ["s\u200btop.", fresh, { intent: "stop", isOptedOut: true, reply: replies.stop }],
  ["STOP", stopped, { intent: "stop", isOptedOut: true, reply: "" }],
  ["START", stopped, { intent: "start", isOptedOut: false, reply: replies.start }],
  ["Yes", stopped, { intent: "start", isOptedOut: false, reply: replies.start }],
  ["START", fresh, { intent: "start", isOptedOut: false, reply: "" }],
  ["yes", fresh, { intent: "other", isOptedOut: false, reply: replies.other }],
  ["HELP", fresh, { intent: "help", isOptedOut: false, reply: replies.help(contact) }],
  ["HELP", stopped, { intent: "help", isOptedOut: true, reply: replies.help(contact) }],
  ["123456", fresh, { intent: "other", isOptedOut: false, reply: replies.other }],
  ["", fresh, { intent: "other", isOptedOut: false, reply: replies.other }],
  ["123456", { ...fresh, wasRepliedTo: true }, { intent: "other", isOptedOut: false, reply: "" }],
  ["123456", stopped, { intent: "other", isOptedOut: true, reply: "" }],
  ["Please stop texting me", fresh, { intent: "asked", isOptedOut: false, reply: replies.other }],
  ["stop by Saturday", fresh, { intent: "other", isOptedOut: false, reply: replies.other }],
  // The carrier confirmed it, or our own number texted: acted upon without a reply.
  ["STOP", { ...fresh, needsNoReply: true }, { intent: "stop", isOptedOut: true, reply: "" }],
  ["HELP", { ...fresh, needsNoReply: true }, { intent: "help", isOptedOut: false, reply: "" }],
] as const)("%j, %j", (message, context, outcome) => {
  expect(outcomeOf({ body: message }, context)).toEqual(outcome);
});

test.each(["stop", "start", "other"] as const)("the reply to %s is at most two plain segments", (kind) => {
  expect(replies[kind]).toMatch(/^[\x20-\x7e]{1,306}$/);
  expect(replies[kind]).toMatch(/^Rooftop: /);
});

test.each([
  [{ reply: "", reply_state: "none" }, ""],
  [{ reply: "Hi", reply_state: "queued" }, "Auto (sending): Hi"],
  [{ reply: "Hi", reply_state: "sent" }, "Auto: Hi"],
  [{ reply: "Hi", reply_state: "failed" }, "Auto (not sent): Hi"],
] as const)("%j is shown as %j", (row, text) => {
  expect(replyText(row)).toBe(text);
});
