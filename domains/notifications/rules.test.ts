import { expect, test } from "vitest";
import {
  messageLine,
  notificationPath,
  notificationPush,
  parsePushTarget,
  senderName,
  shortenToLine,
} from "./rules.ts";

test.each([
  ["  a\n b\t c ", "a b c"],
  ["x".repeat(160), "x".repeat(160)],
  ["x".repeat(161), `${"x".repeat(159)}…`],
  ["🚗".repeat(200), `${"🚗".repeat(159)}…`],
])("%j becomes one line", (text, line) => {
  expect(shortenToLine(text)).toBe(line);
});

test.each([
  [{ first_name: "Ana", last_name: "Diaz" }, "Ana Diaz"],
  [{ first_name: "", last_name: "Diaz" }, "Diaz"],
  [{ first_name: "", last_name: "" }, "(909) 555-0123"],
])("%j is called %s", (names, name) => {
  expect(senderName({ ...names, phone: "+19095550123" })).toBe(name);
});

test.each([
  ["Hello", 2, "Hello"],
  [" ", 1, "An attachment"],
  ["", 3, "3 attachments"],
])("%j with %i files is summarized as %j", (message, media_count, line) => {
  expect(messageLine({ message, media_count })).toBe(line);
});

test("parses a browser's subscription (JSON) and a phone's token", () => {
  const subscription = {
    endpoint: "https://push.example.com/1",
    keys: { p256dh: "a", auth: "b" },
    expirationTime: null,
  };
  expect(parsePushTarget(JSON.stringify(subscription))).toEqual({
    kind: "web",
    endpoint: subscription.endpoint,
    p256dh: "a",
    auth: "b",
  });
  expect(parsePushTarget("a-token")).toEqual({ kind: "fcm", token: "a-token" });
});

test.each(["{", "{}", '{"endpoint":1,"keys":{"p256dh":"a","auth":"b"}}', "x".repeat(1501)])(
  "%j is not a valid target",
  (token) => {
    expect(parsePushTarget(token)).toBeUndefined();
  },
);

test.each([
  ["mention", 7, "/inbox/all/7"],
  ["task", null, "/tasks?show=mine"],
  ["review", null, "/reviews?show=mine"],
  ["appointment", null, "/appointments"],
  ["lead", null, "/leads"],
  ["registration", null, "/settings/text-registration"],
])("a notification of the kind %s opens its place", (kind, chat_id, path) => {
  expect(notificationPath(chat_id, kind)).toBe(path);
});

test("the push of a registration belongs to no location: opening it keeps the acting one", () => {
  const news = { id: 1, chat_id: null, location_id: 5, location: "Downtown", title: "Title", text: "Text" };
  expect(notificationPush({ ...news, kind: "registration" })).toMatchObject({ location: "", location_id: "" });
  expect(notificationPush({ ...news, kind: "review" })).toMatchObject({ location: "Downtown", location_id: "5" });
});
