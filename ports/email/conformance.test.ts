import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import { systemClock } from "../clock/system.ts";
import type { Email, OutgoingMail } from "./email.ts";
import { type FakeSmtp, type ReceivedMail, startFakeSmtp } from "./fakeSmtp.ts";
import { createSimulatedEmail } from "./simulator.ts";
import { createSmtp } from "./smtp.ts";

const log = pino({ level: "silent" });
const from = "Rooftop <mail@rooftop.test>";

/** One adapter, with access to the mail its server received. */
interface MailHarness {
  email: Email;
  received(): Promise<ReceivedMail[]>;
  /** Takes the server offline. */
  goOffline(): Promise<void>;
  close(): Promise<void>;
}

async function smtp(): Promise<MailHarness> {
  const fake = await startFakeSmtp();
  const email = createSmtp({ url: fake.url, from, bounceDomain: "bounces.rooftop.test", log, timeout: 1_000 });
  let open = true;
  const goOffline = async () => {
    if (open) await fake.close();
    open = false;
  };
  const close = async () => {
    await email.stop();
    await goOffline();
  };
  return { email, received: async () => fake.mails, goOffline, close };
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function simulator(): Promise<MailHarness> {
  const pool = new pg.Pool({ connectionString: database.url });
  const carriers = new pg.Pool({ connectionString: database.url });
  const email = createSimulatedEmail({ pool: carriers, clock: systemClock, log, from });
  let open = true;
  const goOffline = async () => {
    if (open) await carriers.end();
    open = false;
  };
  return {
    email,
    goOffline,
    async received() {
      const { rows } = await pool.query("select * from simulated_mails order by id");
      return rows.map(({ headers, ...row }) => ({
        ...row,
        headers: new Map<string, string>([
          ...Object.entries<string>(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
          ["subject", row.subject],
          ["from", row.from],
        ]),
      }));
    },
    async close() {
      await pool.query("delete from simulated_mails");
      await goOffline();
      await pool.end();
    },
  };
}

function mail(more: Partial<OutgoingMail> = {}): OutgoingMail {
  const reference = "code-17";
  return { to: "ana@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>", reference, ...more };
}

describe.each([
  ["smtp", smtp],
  ["simulator", simulator],
])("%s", (name, open) => {
  let harness: MailHarness;
  beforeEach(async () => {
    harness = await open();
  });
  afterEach(() => harness.close());

  test("delivers a mail unchanged, with our reference as its Message-ID", async () => {
    const text = "Grüße aus Köln 🚗\nA line\n.\n..and a dot";
    const html = `<p>Grüße &amp; “quotes” 🚗 ${"long ".repeat(400).trim()}</p>`;
    const subject = `Ihr Code — ${"für Sie ".repeat(12).trim()}`;
    const headers = { "Auto-Submitted": "auto-generated" };
    const result = await harness.email.send(mail({ text, html, subject, headers }), inTime);
    expect(result).toEqual({ kind: "accepted", id: "<code-17@rooftop.test>" });
    const [received] = await harness.received();
    expect(received).toMatchObject({ to: "ana@example.com", html });
    expect(received?.text.replace(/\r\n/g, "\n")).toBe(text);
    const receivedHeaders = ["message-id", "subject", "from", "auto-submitted"].map((name) =>
      received?.headers.get(name),
    );
    expect(receivedHeaders).toEqual(["<code-17@rooftop.test>", subject, from, "auto-generated"]);
    expect([harness.email.provider, harness.email.address]).toEqual([name, "mail@rooftop.test"]);
  });

  test("delivers a mail for a program as its text alone", async () => {
    const { html: _, ...plain } = mail({ text: '<?xml version="1.0"?>\n<adf>\n</adf>\n' });
    expect(await harness.email.send(plain, inTime)).toMatchObject({ kind: "accepted" });
    const [received] = await harness.received();
    expect(received?.html).toBe("");
    expect(received?.text.replace(/\r\n/g, "\n").trim()).toBe(plain.text.trim());
  });

  test("a mail whose deadline has passed stays here, and may be sent again", async () => {
    expect(await harness.email.send(mail(), passed)).toEqual({ kind: "busy", retryAfter: 1 });
    expect(await harness.received()).toEqual([]);
    expect(await harness.email.send(mail(), inTime)).toMatchObject({ kind: "accepted" });
    expect(await harness.received()).toHaveLength(1);
  });

  test("shows a marketing mail's own sender, where to answer, and how to leave its list", async () => {
    const reference = `c.1-2.${"0".repeat(24)}`;
    const list = { unsubscribeUrl: "https://rooftop.test/u/1-2.x", id: "1.mail" };
    const more = {
      fromName: "Harbor Motors",
      replyTo: "sales@harbor.example",
      list,
      stream: "marketing",
      reference,
    } as const;
    expect(await harness.email.send(mail(more), inTime)).toEqual({
      kind: "accepted",
      id: `<${reference}@rooftop.test>`,
    });
    const [received] = await harness.received();
    const header = (name: string) => received?.headers.get(name);
    expect(header("from")).toBe("Harbor Motors <mail@rooftop.test>");
    expect(header("reply-to")).toBe("sales@harbor.example");
    expect(header("list-unsubscribe")).toBe(
      `<${list.unsubscribeUrl}>, <mailto:u+${reference}@bounces.rooftop.test?subject=unsubscribe>`,
    );
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header("list-id")).toBe("<1.mail.rooftop.test>");
  });

  test("distinguishes an address that does not exist from one that does", async () => {
    const refused = await harness.email.send(mail({ to: "nobody@nowhere.invalid" }), inTime);
    expect(refused).toMatchObject({ kind: "refused", words: expect.stringContaining("550") });
    expect(await harness.email.send(mail(), inTime)).toMatchObject({ kind: "accepted" });
    expect(await harness.received()).toHaveLength(1);
  });

  test("sends many mails at once, each exactly once", async () => {
    const references = Array.from({ length: 30 }, (_one, at) => `mail-${at}`);
    const results = await Promise.all(references.map((reference) => harness.email.send(mail({ reference }), inTime)));
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
    const ids = (await harness.received()).map(({ headers }) => headers.get("message-id"));
    expect(ids.sort()).toEqual(references.map((reference) => `<${reference}@rooftop.test>`).sort());
  });

  test("reports an unreachable server in the result instead of throwing", async () => {
    await harness.goOffline();
    const { kind } = await harness.email.send(mail(), inTime);
    expect(["busy", "lost"]).toContain(kind);
  });
});

describe("a mail server", () => {
  let fake: FakeSmtp;
  let email: Email;
  beforeEach(async () => {
    fake = await startFakeSmtp();
    email = createSmtp({ url: fake.url, from, log, timeout: 300 });
  });
  afterEach(async () => {
    await email.stop();
    await fake.close();
  });

  test.each([
    ["AUTH", "535 Wrong password", "busy"],
    ["MAIL", "452 Not now", "busy"],
    ["MAIL", "550 Not from you", "refused"],
    ["MAIL", "cut", "lost"],
    ["RCPT", "450 Greylisted", "busy"],
    ["DATA", "554 No", "refused"],
    ["content", "451 The disk is full", "busy"],
    ["content", "554 This is spam", "refused"],
    ["content", "cut", "lost"],
  ] as const)("that answers %s with %s yields %s, without a retry", async (step, reply, kind) => {
    fake.nextReplies[step] = reply;
    expect(await email.send(mail(), inTime)).toMatchObject({ kind });
    expect(fake.mails).toEqual([]);
    expect(fake.contentCount).toBe(step === "content" ? 1 : 0);
    expect(await email.send(mail(), inTime)).toMatchObject({ kind: "accepted" });
  });

  test("that never sends its greeting yields busy", async () => {
    fake.isSilent = true;
    expect(await email.send(mail(), inTime)).toEqual({ kind: "busy" });
  });

  test("that refuses connections yields busy", async () => {
    await fake.close();
    expect(await email.send(mail(), inTime)).toEqual({ kind: "busy" });
    fake = await startFakeSmtp();
  });

  test("never gets a second recipient or a header injected through user input", async () => {
    const to = "ana@example.com, eve@example.com";
    expect(await email.send(mail({ to }), inTime)).not.toMatchObject({ kind: "busy" });
    expect(fake.mails.map((received) => received.to)).not.toContain("eve@example.com");
    await email.send(mail({ subject: "Hello\r\nBcc: eve@example.com" }), inTime);
    expect(fake.mails.at(-1)?.headers.get("bcc")).toBeUndefined();
  });

  test("still receives mail in flight when the adapter stops", async () => {
    const sending = email.send(mail(), inTime);
    await email.stop();
    expect(await sending).toMatchObject({ kind: "accepted" });
    expect(fake.mails).toHaveLength(1);
  });
});
