import { Socket } from "node:net";
import { simpleParser } from "mailparser";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import type { Email, OutgoingMail } from "./email.ts";
import { type FakeMailServer, startFakeMailServer } from "./fakeMailServer.ts";
import { startFakeSmtp } from "./fakeSmtp.ts";
import { createSmtp } from "./smtp.ts";

const log = pino({ level: "silent" });
const from = "Rooftop <mail@rooftop.test>";
const reference = `c.1-2z-3-4.${"a1".repeat(12)}`;
const unsubscribeUrl = "https://rooftop.test/u/1-2z-3-4.AbCdEfGhIjKlMnOpQrStUv";

let server: FakeMailServer;
let email: Email;
beforeEach(async () => {
  server = await startFakeMailServer();
  email = createSmtp({ url: server.url, from, bounceDomain: "bounces.rooftop.test", log, timeout: 1_000 });
});
afterEach(async () => {
  await email.stop();
  await server.close();
});

const mail = (more: Partial<OutgoingMail> = {}): OutgoingMail => ({
  to: "ana@example.com",
  subject: "Hello",
  text: "Hello.",
  html: "<p>Hello.</p>",
  reference,
  ...more,
});

describe("a refused recipient", () => {
  test.each([
    ["550.5.1.1", { kind: "refused", bounce: "hard" }],
    ["550.5.1.10", { kind: "refused", bounce: "hard" }],
    ["550.5.2.1", { kind: "refused", bounce: "hard" }],
    ["552.5.2.2", { kind: "refused", bounce: "soft" }],
    ["550.5.7.1", { kind: "refused", bounce: "policy" }],
    ["554.5.7.9", { kind: "refused", bounce: "policy" }],
    ["450.4.2.1", { kind: "busy" }],
    ["451.4.7.1", { kind: "busy" }],
    ["452.4.2.2", { kind: "busy" }],
  ])("%s is %o, and named once", async (local, expected) => {
    expect(await email.send(mail({ to: `${local}@example.com`, stream: "marketing" }), inTime)).toMatchObject(expected);
    expect(server.recipientCount).toBe(1);
    expect(await email.send(mail({ stream: "marketing" }), inTime)).toMatchObject({ kind: "accepted" });
  });
});

test("connections that are used again send a mail's last bytes at once", async () => {
  const atOnce = vi.spyOn(Socket.prototype, "setNoDelay");
  await email.send(mail({ stream: "marketing" }), inTime);
  await email.send(mail({ stream: "marketing" }), inTime);
  expect(atOnce).toHaveBeenCalledWith(true);
  atOnce.mockRestore();
});

test.each(["account", "marketing"] as const)(
  "a %s mail whose deadline passes in the middle of its content is dropped by the server, and the next one is taken",
  async (stream) => {
    let asked = 0;
    const passesMeanwhile = { hasPassed: () => ++asked > 1 };
    expect(await email.send(mail({ stream }), passesMeanwhile)).toEqual({ kind: "busy", retryAfter: 1 });
    expect(await email.send(mail({ stream, subject: "The next" }), inTime)).toMatchObject({ kind: "accepted" });
    expect(server.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])).toEqual(["The next"]);
  },
);

describe("a server that takes nothing", () => {
  test("is not asked again by marketing for a moment, while mails of accounts are tried", async () => {
    const busy = { to: "421.4.7.0@example.com" };
    expect(await email.send(mail({ ...busy, stream: "marketing" }), inTime)).toEqual({ kind: "busy" });
    expect(await email.send(mail({ stream: "marketing" }), inTime)).toEqual({ kind: "busy", retryAfter: 1 });
    expect(server.recipientCount).toBe(1);
    expect(await email.send(mail(), inTime)).toMatchObject({ kind: "accepted" });
  });

  test("answers a code within a connection of its own, however many marketing mails wait", async () => {
    const waiting = Array.from({ length: 40 }, (_, n) =>
      email.send(mail({ to: `n${n}@example.com`, stream: "marketing" }), inTime),
    );
    const code = await email.send(mail({ to: "code@example.com" }), inTime);
    expect(code).toMatchObject({ kind: "accepted" });
    expect(server.mails.filter(({ to }) => to[0] !== "code@example.com").length).toBeLessThan(40);
    await Promise.all(waiting);
    expect(server.mails).toHaveLength(41);
  });
});

describe("two independent parsers read of a marketing mail", () => {
  const full = mail({
    stream: "marketing",
    fromName: 'Zoë "Z" Müller, Autohaus\r\nBcc: eve@example.com',
    replyTo: "sales@harbor.example",
    subject: `🚗 ${"Frühjahrs-Aktion für Sie ".repeat(30)}\r\nBcc: eve@example.com`,
    text: "Grüße 🚗\nA line\n.\n..and dots",
    html: `<p>Grüße &amp; “quotes” 🚗 ${"long ".repeat(400)}</p>`,
    list: { unsubscribeUrl, id: "12.mail" },
  });

  test("one sender, one recipient, our headers and the same words", async () => {
    expect(await email.send(full, inTime)).toMatchObject({ kind: "accepted", id: `<${reference}@rooftop.test>` });
    const [{ raw, envelopeFrom, to } = { raw: Buffer.alloc(0), envelopeFrom: "", to: [] }] = server.mails;
    expect(envelopeFrom).toBe(`b+${reference}@bounces.rooftop.test`);
    expect(to).toEqual(["ana@example.com"]);
    expect(raw.toString("latin1")).not.toMatch(/^bcc:/im);
    const one = await PostalMime.parse(raw);
    const other = await simpleParser(raw);
    const subject = full.subject.replace(/\r\n/, " ");
    const name = 'Zoë "Z" Müller, Autohaus Bcc: eve@example.com';
    expect([one.subject, other.subject]).toEqual([subject, subject]);
    expect([one.from, other.from?.value[0]]).toEqual([
      { name, address: "mail@rooftop.test" },
      { name, address: "mail@rooftop.test" },
    ]);
    expect([one.replyTo?.[0]?.address, other.replyTo?.value[0]?.address]).toEqual(
      Array(2).fill("sales@harbor.example"),
    );
    expect([one.messageId, other.messageId]).toEqual(Array(2).fill(`<${reference}@rooftop.test>`));
    for (const text of [one.text, other.text]) expect(text?.replace(/\r\n/g, "\n").trimEnd()).toBe(full.text);
    for (const html of [one.html, other.html || ""]) expect(html?.trimEnd()).toBe(full.html);
    const headers = (name: string) => one.headers.filter(({ key }) => key === name).map(({ value }) => value);
    const lines = (name: string) =>
      other.headerLines
        .filter(({ key }) => key === name)
        .map(({ line }) => line.replace(/^[^:]+:\s*/, "").replace(/\r?\n\s+/g, " "));
    const byMail = `<mailto:u+${reference}@bounces.rooftop.test?subject=unsubscribe>`;
    const expected = {
      "list-unsubscribe": [`<${unsubscribeUrl}>, ${byMail}`],
      "list-unsubscribe-post": ["List-Unsubscribe=One-Click"],
      "list-id": ["<12.mail.rooftop.test>"],
      // RFC 3834: for automatic answers only.
      "auto-submitted": [],
    };
    for (const [name, values] of Object.entries(expected))
      expect([headers(name), lines(name)]).toEqual([values, values]);
  });

  test.each([
    ["an address of 254 characters", `${"a".repeat(64)}@${`${"b".repeat(59)}.`.repeat(3)}example`],
    ["a plus sign", "ana+cars@example.com"],
    ["a domain in another script", "ana@müller.example"],
  ])("%s arrives at one recipient", async (_what, to) => {
    expect(await email.send(mail({ to }), inTime)).toMatchObject({ kind: "accepted" });
    expect(server.mails[0]?.to).toHaveLength(1);
    const [one, other] = await Promise.all([
      PostalMime.parse(server.mails[0]?.raw ?? ""),
      simpleParser(server.mails[0]?.raw ?? Buffer.alloc(0)),
    ]);
    expect(one.to).toHaveLength(1);
    expect([other.to].flat()[0]?.value).toHaveLength(1);
  });
});

test("a calendar invitation is an alternative that programs act on, and a file for the others", async () => {
  const content = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n";
  await email.send(mail({ calendar: { method: "REQUEST", content } }), inTime);
  const raw = server.mails[0]?.raw ?? Buffer.alloc(0);
  expect(raw.toString()).toMatch(/content-type: text\/calendar;[^\n]*method=REQUEST/i);
  const read = await simpleParser(raw);
  const [file] = read.attachments.filter(({ filename }) => filename === "invite.ics");
  expect(file?.content.toString()).toBe(content);
  expect(read.text).toContain("Hello.");
});

test("an address with a space in quotes, which the mail library takes for two, reaches nobody", async () => {
  expect(await email.send(mail({ to: '"ana maria"@example.com' }), inTime)).toMatchObject({ kind: "refused" });
  expect(server.mails).toEqual([]);
});

test("a mail whose connection ends after its last byte is lost: nobody knows, and it isn't sent again", async () => {
  const cut = await startFakeSmtp();
  const cutEmail = createSmtp({ url: cut.url, from, log, timeout: 300 });
  cut.nextReplies.content = "cut";
  expect(await cutEmail.send(mail({ stream: "marketing" }), inTime)).toMatchObject({ kind: "lost" });
  expect(cut.contentCount).toBe(1);
  await cutEmail.stop();
  await cut.close();
});
