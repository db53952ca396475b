import fc from "fast-check";
import { expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { otherCorpus } from "./answerCorpus.ts";
import { bounceCorpus, bounceWordings, failures } from "./bounceCorpus.ts";
import { readMailReport } from "./mailReport.ts";

const reference = `c.1-2z-3-4.${"a1".repeat(12)}`;
const original = { reference, to: "ana@example.com" };
const withSender = { ...original, sender: `b+${reference}@bounces.rooftop.test` };
const read = (raw: string) => readMailReport(Buffer.from(raw));

test("reads every class in every server's words, and which mail it is about from the copy of its headers", async () => {
  const wrong: unknown[] = [];
  for (const { name, raw, kind, bounce } of bounceCorpus(original)) {
    const found = await read(raw);
    const isRight = found?.kind === kind && found?.bounce === bounce && found?.references[0] === reference;
    if (!isRight) wrong.push([name, found]);
  }
  expect(wrong).toEqual([]);
});

test("knows automatic answers, complaints, delays and people apart", async () => {
  const found = await Promise.all(otherCorpus(original).map(async ({ name, raw }) => [name, (await read(raw))?.kind]));
  expect(found).toEqual(otherCorpus(original).map(({ name, kind }) => [name, kind]));
  const events = await Promise.all(otherCorpus(original).map(({ raw }) => read(raw)));
  for (const event of events) if (event) expect(event.references).toEqual([reference]);
  expect(events.map((event) => event?.bounce)).toEqual(otherCorpus(original).map(({ bounce }) => bounce));
});

test("reads which mail it is about from the envelope where the copy is missing, in capitals too", async () => {
  const bare = {
    to: "ana@example.com",
    reference: "nothing",
    sender: `B+${reference.toUpperCase()}@Bounces.Rooftop.Test`,
  };
  for (const { raw } of bounceCorpus(bare)) expect((await read(raw))?.references).toEqual([reference]);
});

test("names nothing where neither says it", async () => {
  for (const { raw } of bounceCorpus({ to: "ana@example.com", reference: "nothing" })) {
    expect((await read(raw))?.references).toEqual([]);
  }
});

test("reads parts in base64 and quoted-printable", async () => {
  const encoded = (type: string, text: string) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString("base64")}\r\n`;
  const raw =
    'Return-Path: <>\r\nFrom: MAILER-DAEMON@x\r\nContent-Type: multipart/report; boundary="b"\r\n\r\n' +
    encoded("text/plain", "It failed.") +
    encoded("message/delivery-status", "Reporting-MTA: dns; x\n\nAction: failed\nStatus: 5.1.1\n") +
    encoded("text/rfc822-headers", `Message-ID: <${reference}@rooftop.test>\n`) +
    "--b--\r\n";
  expect(await read(raw)).toMatchObject({ kind: "bounced", bounce: "hard", references: [reference] });
});

test.each([
  ["Unzustellbar: Winter tires", "bounced"],
  ["No se puede entregar: Winter tires", "bounced"],
  ["=?UTF-8?B?VW5kZWxpdmVyYWJsZTogV2ludGVyIHRpcmVz?=", "bounced"],
  ["=?UTF-8?Q?=C3=89chec_de_la_remise?=", "bounced"],
  ["=?UTF-8?Q?R=C3=A9ponse_automatique=3A_Winter?=", "auto_replied"],
])("reads the subject %s", async (subject, kind) => {
  const headers = ["Return-Path: <>", "From: MAILER-DAEMON@mx.example.com", `Subject: ${subject}`];
  const body = ["", `<${original.to}>: 550 5.1.1 User unknown`, `Message-ID: <${reference}@rooftop.test>`];
  expect(await read([...headers, ...body].join("\r\n"))).toMatchObject({ kind, references: [reference] });
});

test("takes a request to unsubscribe that names the address as a copy's", async () => {
  const raw = [
    "From: ana@example.com",
    "To: sales@harbor.example",
    `Cc: u+${reference}@bounces.rooftop.test`,
    "",
    "Bye",
  ];
  expect(await read(raw.join("\r\n"))).toMatchObject({ kind: "unsubscribed", references: [reference] });
});

test("has one id for a mail that is passed on twice, another for each other mail", async () => {
  const [[status, words] = ["", ""], [, otherWords] = ["", ""]] = failures;
  const raw = bounceWordings.postfix?.(withSender, status, words) ?? "";
  const ids = [raw, `Received: from a\r\n${raw}`, bounceWordings.postfix?.(withSender, status, otherWords) ?? ""];
  const [one, again, other] = await Promise.all(ids.map(async (mail) => (await read(mail))?.event_id));
  expect([one === again, one === other]).toEqual([true, false]);
});

test("survives whatever arrives", async () => {
  const corpus = [...bounceCorpus(withSender), ...otherCorpus(withSender)].map(({ raw }) => raw);
  const damaged = fc
    .record({
      raw: fc.constantFrom(...corpus),
      at: fc.nat(2_000),
      cut: fc.nat(300),
      junk: fc.uint8Array({ maxLength: 80 }),
    })
    .map(({ raw, at, cut, junk }) =>
      Buffer.concat([Buffer.from(raw.slice(0, at)), junk, Buffer.from(raw.slice(at + cut))]),
    );
  await fc.assert(
    fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 2_000 })), async (raw) => {
      const found = await readMailReport(raw);
      for (const one of found?.references ?? []) expect(one).toMatch(/^[a-z]\.[0-9a-z-]+\.[0-9a-f]{24}$/);
      expect(found?.words.length ?? 0).toBeLessThanOrEqual(500);
    }),
    { numRuns: inDepth(2_000, 300) },
  );
  const nested = 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'.repeat(300);
  expect(await read(nested)).toBeUndefined();
});

test("needs no more than the beginning of a large report", async () => {
  const { raw } = bounceCorpus(original)[0] ?? { raw: "" };
  const large = raw.replace("--=_b--", `${"More of our mail.\r\n".repeat(60_000)}--=_b--`);
  expect(await read(large)).toMatchObject({ kind: "bounced", bounce: "hard", references: [reference] });
});

test("reads a megabyte of anything without going over it again and again", async () => {
  for (const sign of ["a", "5.", " ", "<", "-", "c.1-2.", "\r\n ", "1-", "=\r\n", "(", "user"]) {
    await read(
      `Return-Path: <>\r\nFrom: MAILER-DAEMON@x\r\nSubject: failure notice\r\n\r\n${sign.repeat(1_000_000 / sign.length)}`,
    );
  }
  // What takes time with the square of the length would take hours.
}, 120_000);
