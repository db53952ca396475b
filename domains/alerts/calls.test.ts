import { afterAll, describe, expect, test } from "vitest";
import { freshPhone } from "#core/testing/dealership.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { alerts } from "./contract.ts";
import { usualRules } from "./rules.ts";
import { removeEnded } from "./server/removeEnded.ts";
import { aMinute, anHour, openWatch, type Shop } from "./testing/shop.ts";

const { house, shopAt, textIn, sweep, later, shown, all, told } = await openWatch();
afterAll(() => house.close());

describe("texts that fail", () => {
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;

  async function send(shop: Shop, count: number, fails: boolean) {
    const who = await shop.talk.customer();
    for (let at = 0; at < count; at++) {
      if (fails) house.sms.answerNext({ kind: "refused", refusal });
      await shop.agent(inbox.sendToCustomer, { body: { customer_id: who.id, message: "Hello" } });
      await house.jobs.doAll();
    }
  }

  test("are a danger when they are many, until they are an hour ago", async () => {
    const shop = await shopAt("2027-05-04T10:00:00-04:00");
    await send(shop, 3, false);
    await send(shop, 4, true);
    await sweep();
    expect(await shown(shop.agent)).toEqual([]);
    await send(shop, 1, true);
    await sweep();
    const why = "5 of the 8 texts of the last hour failed (63%).";
    expect(await shown(shop.agent)).toMatchObject([{ rule: "failures", kind: "danger", why, customer_name: "" }]);
    await later(anHour - 1);
    expect(await shown(shop.agent)).toHaveLength(1);
    await later(1);
    expect(await all(shop.agent)).toMatchObject([{ how: "Texts get through again." }]);
  });

  test("are none while they are few among many", async () => {
    const shop = await shopAt("2027-05-04T10:00:00-04:00");
    await shop.manager(alerts.changeRules, { body: { ...usualRules, failures_least: 1, failures_percent: 40 } });
    await send(shop, 1, true);
    await send(shop, 2, false);
    await sweep();
    expect(await shown(shop.agent)).toEqual([]);
    await send(shop, 1, true);
    await sweep();
    expect(await shown(shop.agent)).toMatchObject([{ why: "2 of the 4 texts of the last hour failed (50%)." }]);
  });
});

test("customers who opt out are a warning when they are many more than usual, for a day", async () => {
  const shop = await shopAt("2027-06-01T10:00:00-04:00");
  const other = await house.dealership();
  for (let count = 0; count < 5; count++) {
    await textIn(shop, "STOP");
    await sweep();
    expect(await shown(shop.agent)).toHaveLength(count < 4 ? 0 : 1);
  }
  const why = "5 customers opted out within a day. On a usual day it is 0.";
  expect(await shown(shop.agent)).toMatchObject([{ rule: "optouts", kind: "warning", why }]);
  const elsewhere = await house.pool.query("select from alerts where dealer_id = $1", [other.dealer_id]);
  expect(elsewhere.rowCount).toBe(0);
  await later(24 * anHour);
  const { rows } = await house.pool.query("select how from alerts where dealer_id = $1", [shop.dealer.dealer_id]);
  expect(rows).toEqual([{ how: "No more customers opt out than usual." }]);
});

test("an alert that has ended is kept for 90 days, an open one for as long as it is open", async () => {
  const shop = await shopAt("2027-03-02T10:00:00-05:00");
  const answered = await textIn(shop, "Are you open?");
  const waiting = await textIn(shop, "And on Sunday?");
  await later(6 * aMinute);
  await shop.talk.send(answered, "Yes, we are");
  await sweep();
  const kept = async () => {
    await removeEnded(house.server);
    const text = "select chat_id from alerts where dealer_id = $1 order by chat_id";
    const { rows } = await house.pool.query<{ chat_id: number }>(text, [shop.dealer.dealer_id]);
    return rows.map(({ chat_id }) => Number(chat_id));
  };
  house.clock.advance(90 * 24 * anHour - aMinute);
  expect(await kept()).toEqual([answered, waiting].map(Number));
  house.clock.advance(2 * aMinute);
  expect(await kept()).toEqual([Number(waiting)]);
});

describe("an import", () => {
  async function importOne(shop: Shop) {
    const body = { csv_file: `Phone\n${freshPhone()}\n12\n` };
    const { upload } = (await shop.manager(uploads.csvCopy, { body })).data;
    await shop.manager(uploads.copyFromTemp, { body: { upload_id: upload.id } });
    await house.jobs.doAll();
    await sweep();
    return upload.id;
  }

  test("that is finished is told of until somebody dismisses it, and never again", async () => {
    const shop = await shopAt("2027-07-06T10:00:00-04:00");
    await importOne(shop);
    const [alert] = await shown(shop.agent);
    const why = "The import of pasted contacts is finished: 1 added, 0 updated, 1 rejected.";
    expect(alert).toMatchObject({ rule: "import", kind: "success", why, agents: ["Manager Tester"], chat_id: null });
    const { message } = await shop.agent(alerts.dismiss, { params: { id: alert?.id ?? 0 } });
    expect(message).toBe("Alert dismissed");
    await sweep();
    expect(await all(shop.agent)).toMatchObject([{ id: alert?.id, how: "Agent Tester dismissed it." }]);
    expect(told(shop.dealer)).toHaveLength(2);
    const again = shop.agent(alerts.dismiss, { params: { id: alert?.id ?? 0 } });
    await expect(again).rejects.toMatchObject({ status: 409, message: "This alert is over already." });
  });

  test("is over after a day, and when it is undone", async () => {
    const shop = await shopAt("2027-07-06T10:00:00-04:00");
    await importOne(shop);
    const undone = await importOne(shop);
    await shop.manager(uploads.undo, { params: { id: undone } });
    await house.jobs.doAll();
    await sweep();
    expect((await all(shop.agent)).map(({ how }) => how)).toEqual(["The import was undone.", ""]);
    await later(24 * anHour);
    const { rows } = await house.pool.query("select how from alerts where dealer_id = $1 order by id", [
      shop.dealer.dealer_id,
    ]);
    expect(rows.map(({ how }) => how)).toEqual(["It was shown for a day.", "The import was undone."]);
  });

  test("that failed is a danger", async () => {
    const shop = await shopAt("2027-07-06T10:00:00-04:00");
    const { dealer_id, location_id } = shop.dealer;
    await house.pool.query(
      `insert into uploads (dealer_id, location_id, user_id, file_name, file_hash, file_key, size, encoding, delimiter,
         labels, mapping, state, started_at, error)
       select $1, $2, id, 'fall.csv', '', '', 1, 'UTF-8', ',', '{}', '{}', 'failed', $3, 'Please try again.'
       from users where dealer_id = $1 and user_type = 'dealer'`,
      [dealer_id, location_id, house.clock.now()],
    );
    await sweep();
    const why = "The import of fall.csv failed: nothing was added. Please try again.";
    expect(await shown(shop.agent)).toMatchObject([{ kind: "danger", why, agents: ["Owner Tester"] }]);
  });
});

test("the table is filtered by kind, period and words, and shows one's own location", async () => {
  const shop = await shopAt("2027-08-03T10:00:00-04:00");
  const chat_id = await textIn(shop);
  await later(15 * aMinute);
  await textIn(shop);
  await later(5 * aMinute);
  expect(await shown(shop.agent, { kind: "danger" })).toMatchObject([{ chat_id }]);
  const search = { value: "15 minutes" };
  expect((await shop.agent(alerts.table, { body: { search } })).data).toMatchObject([{ chat_id }]);
  const other = await house.signIn(shop.dealer.otherAgent);
  expect(await all(other)).toEqual([]);
  await shop.talk.send(chat_id);
  await sweep();
  house.clock.advance(30 * anHour);
  const again = await house.signIn(shop.dealer.agent);
  // What is open is of today, whenever it began; what ended yesterday isn't.
  expect(await shown(again, { resolved: 1, period: "today" })).toHaveLength(1);
  expect(await shown(again, { resolved: 1, period: "year" })).toHaveLength(2);
});
