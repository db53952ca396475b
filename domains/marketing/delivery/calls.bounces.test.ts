import { afterAll, beforeEach, expect, test } from "vitest";
import { mailReference } from "#core/server/signedLink.ts";
import type { MailEvent } from "#ports/email/email.ts";
import { startTestApp } from "#testing/testApp.ts";
import { addressIds, suppressedAddresses } from "../consent/server/public.ts";
import { mailBounces } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const { dealer_id } = dealer;
let count = 0;
let email: string;
beforeEach(() => {
  count += 1;
  email = `bo${count}@example.com`;
});

const inBusiness = app.server.within.business;
async function report(event: Pick<MailEvent, "kind" | "bounce">, address = email) {
  const ids = await inBusiness({ dealer_id }, "test", ({ db, now }) => addressIds(db, dealer_id, [address], now()));
  const reference = mailReference(app.server.secret, dealer_id, ids.get(address) ?? 0, 0, 0, 1);
  await app.mails.report({ ...event, references: [reference], words: "550", event_id: crypto.randomUUID() });
}
const reasonOf = async (address = email) =>
  (await inBusiness({ dealer_id }, "test", ({ db }) => suppressedAddresses(db, dealer_id, [address]))).get(address);

test("an owner takes back a bounce that was none, and the ledger says who and when", async () => {
  await report({ kind: "bounced", bounce: "hard" });
  expect(await reasonOf()).toBe("bounced");
  const owner = await app.signIn(dealer.owner);
  await owner(mailBounces.undo, { body: { email: email.toUpperCase() } });
  expect(await reasonOf()).toBeUndefined();
  const { rows } = await app.pool.query(
    `select e.event, e.source, u.email as who, e.at is not null as dated from mail_consent_events e
     join mail_addresses a on a.dealer_id = e.dealer_id and a.id = e.address_id
     left join users u on u.dealer_id = e.dealer_id and u.id = e.user_id where a.address = $1 order by e.id`,
    [email],
  );
  expect(rows).toEqual([
    { event: "bounced", source: "report", who: null, dated: true },
    { event: "resubscribed", source: "staff", who: dealer.owner, dated: true },
  ]);
  await expect(owner(mailBounces.undo, { body: { email } })).rejects.toMatchObject({ status: 409 });
  // The address may bounce again.
  await report({ kind: "bounced", bounce: "hard" });
  expect(await reasonOf()).toBe("bounced");
});

test("soft bounces from before don't count any more", async () => {
  const soft = { kind: "bounced", bounce: "soft" } as const;
  for (let n = 0; n < 3; n += 1) await report(soft);
  expect(await reasonOf()).toBe("bounced");
  const owner = await app.signIn(dealer.owner);
  await owner(mailBounces.undo, { body: { email } });
  app.clock.advance(1_000);
  await report(soft);
  await report(soft);
  expect(await reasonOf()).toBeUndefined();
  await report(soft);
  expect(await reasonOf()).toBe("bounced");
});

test.each(["unsubscribed", "complained"] as const)("nobody at the business undoes that somebody %s", async (kind) => {
  await report({ kind });
  const owner = await app.signIn(dealer.owner);
  await expect(owner(mailBounces.undo, { body: { email } })).rejects.toMatchObject({ status: 409 });
  expect(await reasonOf()).toBe(kind);
});

test("only an owner may, and of their own business's addresses alone", async () => {
  await report({ kind: "bounced", bounce: "hard" });
  const manager = await app.signIn(dealer.manager);
  await expect(manager(mailBounces.undo, { body: { email } })).rejects.toMatchObject({ status: 403 });
  const other = await app.signIn((await app.dealership()).owner);
  await expect(other(mailBounces.undo, { body: { email } })).rejects.toMatchObject({ status: 409 });
  expect(await reasonOf()).toBe("bounced");
});
