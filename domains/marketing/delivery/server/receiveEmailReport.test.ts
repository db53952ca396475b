import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mailReference } from "#core/server/signedLink.ts";
import { customerErasure } from "#domains/customers/erasure/contract.ts";
import { otherCorpus } from "#ports/email/answerCorpus.ts";
import { bounceCorpus, bounceWordings, failures, vagueFailures } from "#ports/email/bounceCorpus.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { readMailReport } from "#ports/email/mailReport.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { addressIds, suppressedAddresses } from "../../consent/server/public.ts";

let app: TestApp;
let dealer: Dealership;
let dealer_id: number;
let count = 0;
beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  ({ dealer_id } = dealer);
});
afterAll(() => app.close());

let address: string;
let reference: string;
beforeEach(async () => {
  count += 1;
  address = `bo${count}@example.com`;
  reference = mailReference(app.server.secret, dealer_id, await idOf(address), 5, 6, 1);
});

async function idOf(known: string): Promise<number> {
  const ids = await app.server.within.business({ dealer_id }, "test", ({ db, now }) =>
    addressIds(db, dealer_id, [known], now()),
  );
  return ids.get(known) ?? 0;
}

const reasonOf = async (known = address) =>
  (
    await app.server.within.business({ dealer_id }, "test", ({ db }) => suppressedAddresses(db, dealer_id, [known]))
  ).get(known);

let eventCount = 0;
function report(event: Partial<MailEvent>): Promise<void> {
  eventCount += 1;
  const words = "550 5.1.1 User unknown";
  return app.mails.report({ kind: "bounced", references: [reference], words, event_id: `e${eventCount}`, ...event });
}

describe("a mail that comes back", () => {
  const returned = async (raw: (original: { reference: string; to: string; sender: string }) => string) => {
    const sender = `b+${reference}@bounces.rooftop.test`;
    const event = await readMailReport(Buffer.from(raw({ reference, to: address, sender })));
    if (event) await app.mails.report(event);
  };

  test.each([...failures, ...vagueFailures])("%s %j: %s", async (status, words, bounce) => {
    for (let n = 0; n < 4; n++) {
      await returned((original) => `X-Number: ${n}\r\n${bounceWordings.postfix?.(original, status, `${words} #${n}`)}`);
    }
    // Four soft ones within a month are too many; what is held against us never counts.
    expect(await reasonOf()).toBe(bounce === "policy" ? undefined : "bounced");
  });

  test("to the address for unsubscribing unsubscribes, whatever program sent it", async () => {
    await returned(
      () =>
        `From: ${address}\r\nTo: u+${reference}@bounces.rooftop.test\r\nSubject: unsubscribe\r\nAuto-Submitted: auto-replied\r\nX-Apple-Unsubscribe: true\r\n\r\nSent by the mail app.`,
    );
    expect(await reasonOf()).toBe("unsubscribed");
  });
});

describe("a report with our reference", () => {
  test("suppresses after a hard bounce, a complaint, or a mail that asks for it", async () => {
    await report({ bounce: "hard" });
    expect(await reasonOf()).toBe("bounced");
    await report({ kind: "complained" });
    expect(await reasonOf()).toBe("complained");
    await report({ kind: "unsubscribed" });
    expect(await reasonOf()).toBe("complained");
    const { rows } = await app.pool.query(
      `select e.event, e.source, e.campaign_id::int from mail_consent_events e join mail_addresses a
         on a.dealer_id = e.dealer_id and a.id = e.address_id where a.address = $1 order by e.id`,
      [address],
    );
    expect(rows).toEqual([
      { event: "bounced", source: "report", campaign_id: 5 },
      { event: "complained", source: "report", campaign_id: 5 },
    ]);
  });

  test("suppresses at the third soft bounce within 30 days, and forgets them after a delivery", async () => {
    const day = 86_400_000;
    await report({ bounce: "soft" });
    await report({ bounce: "soft" });
    app.clock.advance(day);
    await report({ kind: "delivered" });
    app.clock.advance(day);
    await report({ bounce: "soft" });
    await report({ bounce: "soft" });
    expect(await reasonOf()).toBeUndefined();
    app.clock.advance(31 * day);
    await report({ bounce: "soft" });
    await report({ bounce: "policy" });
    expect(await reasonOf()).toBeUndefined();
    await report({ bounce: "soft" });
    await report({ bounce: "soft" });
    expect(await reasonOf()).toBe("bounced");
  });

  test("counts once, however often the provider repeats it, at once too", async () => {
    await Promise.all(Array.from({ length: 8 }, () => report({ bounce: "soft", event_id: `same ${address}` })));
    expect(await reasonOf()).toBeUndefined();
  });

  test("of a delivery that comes after the bounce takes nothing back: the order means nothing", async () => {
    await report({ bounce: "hard" });
    await report({ kind: "delivered" });
    expect(await reasonOf()).toBe("bounced");
  });
});

test("a corpus of reports about a stranger, forged in every way, suppresses nobody", async () => {
  const forged = [
    reference.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    mailReference("another secret of thirty-two signs", dealer_id, await idOf(address)),
    `c.${dealer_id.toString(36)}-1.${"0".repeat(24)}`,
    "nothing",
  ];
  let tried = 0;
  for (const other of forged) {
    const original = { reference: other, to: address, sender: `b+${other}@bounces.rooftop.test` };
    for (const { raw } of [...bounceCorpus(original), ...otherCorpus(original)]) {
      const event = await readMailReport(Buffer.from(raw));
      if (event) await app.mails.report(event);
      tried += 1;
    }
  }
  expect(tried).toBeGreaterThan(600);
  expect(await reasonOf()).toBeUndefined();
  const { rows } = await app.pool.query(
    "select count(*)::int from mail_events e join mail_addresses a on a.dealer_id = e.dealer_id and a.id = e.address_id where a.address = $1",
    [address],
  );
  expect(rows[0].count).toBe(0);
});

test("an unsubscription holds for a customer who is deleted and comes back, and for one who was erased", async () => {
  const owner = await app.signIn(dealer.owner);
  const add = async () => (await addCustomer(owner, { email: address.toUpperCase(), phone: "2125550187" })).id;
  await report({ kind: "complained", words: `A complaint by ${address}` });
  const id = await add();
  await owner(customerErasure.erase, {
    params: { id },
    body: { reason: "They asked", confirmation: "ERASE" } as never,
  });
  const { rows } = await app.pool.query(
    "select to_jsonb(a)::text as row from mail_addresses a union all select to_jsonb(e)::text from mail_consent_events e",
  );
  expect(rows.filter(({ row }) => row.includes(address))).toEqual([]);
  expect(await reasonOf()).toBe("complained");
  await add();
  expect(await reasonOf()).toBe("complained");
  // Once they are written to again, they are known by their address, under the id that their links have.
  const before = reference;
  reference = mailReference(app.server.secret, dealer_id, await idOf(address), 5, 6, 1);
  expect(reference).toBe(before);
  expect(await reasonOf()).toBe("complained");
});
