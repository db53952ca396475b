import { afterAll, describe, expect, test } from "vitest";
import { type AlertRules, alerts } from "./contract.ts";
import { usualRules } from "./rules.ts";
import { aMinute, openWatch } from "./testing/shop.ts";

const { house, shopAt, textIn, sweep, later, shown, all, told } = await openWatch();
afterAll(() => house.close());

describe("a customer whom nobody answers", () => {
  test("is a warning from the fifth minute on, a danger from the fifteenth, and over when somebody answers", async () => {
    const shop = await shopAt("2027-03-02T10:00:00-05:00");
    const chat_id = await textIn(shop);
    await later(5 * aMinute - 1_000);
    expect(await shown(shop.agent)).toEqual([]);
    await later(1_000);
    const [warning] = await shown(shop.agent);
    expect(warning).toMatchObject({ rule: "untouched", kind: "warning", chat_id, resolved_at: null, how: "" });
    expect(warning?.why).toMatch(/^\(\d{3}\) \d{3}-\d{4} has waited 5 minutes of .*, since Tue, Mar 2, 10:00 AM\.$/);
    expect(warning?.began_at).toBe("2027-03-02T15:05:00.000Z");
    expect(warning?.agents).toEqual(["Agent Tester", "Manager Tester", "Owner Tester"]);
    expect((await shop.agent(alerts.open)).data).toEqual({ open: 1, danger: 0 });

    await later(10 * aMinute);
    expect(await shown(shop.agent)).toMatchObject([{ id: warning?.id, kind: "danger" }]);
    expect((await shop.agent(alerts.open)).data).toEqual({ open: 1, danger: 1 });

    await later(aMinute);
    await shop.talk.send(chat_id, "It is!");
    await later(4_000);
    expect(await shown(shop.agent)).toEqual([]);
    const answered = { id: warning?.id, how: "Agent Tester answered.", resolved_at: "2027-03-02T15:16:00.000Z" };
    expect(await all(shop.agent)).toMatchObject([answered]);
    expect(told(shop.dealer)).toEqual([
      { began: 1, worse: 0, ended: 0 },
      { began: 0, worse: 1, ended: 0 },
      { began: 0, worse: 0, ended: 1 },
    ]);
  });

  test("waits through a weekend and a change of the clocks without an alert, until Monday's business begins", async () => {
    // Saturday before the clocks go forward; open from 9 to 6, closed on Sunday.
    const shop = await shopAt("2027-03-13T17:58:00-05:00");
    await textIn(shop);
    for (const moment of ["2027-03-13T18:30:00-05:00", "2027-03-14T12:00:00-04:00", "2027-03-15T09:02:59-04:00"]) {
      house.clock.set(new Date(moment));
      await sweep();
      expect(
        (await house.pool.query("select from alerts where dealer_id = $1", [shop.dealer.dealer_id])).rowCount,
      ).toBe(0);
    }
    await later(1_000);
    const { rows } = await house.pool.query("select began_at, why from alerts where dealer_id = $1", [
      shop.dealer.dealer_id,
    ]);
    expect(rows).toMatchObject([{ began_at: new Date("2027-03-15T09:03:00-04:00") }]);
    expect(rows[0].why).toContain("since Sat, Mar 13, 5:58 PM");
  });

  test("in autumn, too: what was open stays open over night, and nothing is added", async () => {
    const shop = await shopAt("2027-11-06T17:50:00-04:00");
    await textIn(shop);
    await later(5 * aMinute);
    const open = async () =>
      (await house.pool.query("select kind, resolved_at from alerts where dealer_id = $1", [shop.dealer.dealer_id]))
        .rows;
    house.clock.set(new Date("2027-11-08T09:04:59-05:00"));
    await sweep();
    expect(await open()).toEqual([{ kind: "warning", resolved_at: null }]);
    await later(1_000);
    expect(await open()).toEqual([{ kind: "danger", resolved_at: null }]);
  });

  test("who was answered and waits again between two looks is told of anew", async () => {
    const shop = await shopAt("2027-04-06T10:00:00-04:00");
    const chat_id = await textIn(shop);
    await later(6 * aMinute);
    await shop.talk.send(chat_id);
    house.clock.advance(aMinute);
    const { rows } = await house.pool.query("select phone from customers where dealer_id = $1", [
      shop.dealer.dealer_id,
    ]);
    await house.sms.listener.inbound(shop.talk.inbound(rows[0].phone, "And the red one?"));
    await later(7 * aMinute);
    const found = await all(shop.agent);
    expect(found.map(({ how, chat_id: chat }) => [how, chat])).toEqual([
      ["", chat_id],
      ["Agent Tester answered.", chat_id],
    ]);
  });

  test.each([
    ["The chat was closed.", "update chats set is_closed = 1"],
    ["The customer was deleted.", "update customers set deleted_at = now()"],
    ["Somebody marked the chat as answered.", "update chats set is_replied = 1, waiting_since = null"],
  ])("%s", async (how, statement) => {
    const shop = await shopAt("2027-04-06T10:00:00-04:00");
    await textIn(shop);
    await later(6 * aMinute);
    expect(await shown(shop.agent)).toHaveLength(1);
    await house.pool.query(`${statement} where dealer_id = $1`, [shop.dealer.dealer_id]);
    await sweep();
    expect(await all(shop.agent)).toMatchObject([{ how, resolved_at: house.clock.now().toISOString() }]);
  });

  test("is looked for as the location's managers say", async () => {
    const shop = await shopAt("2027-04-06T10:00:00-04:00");
    await textIn(shop);
    const change = (more: Partial<AlertRules>) =>
      shop.manager(alerts.changeRules, { body: { ...usualRules, ...more } });
    await change({ untouched_minutes: 30 });
    await later(29 * aMinute);
    expect(await shown(shop.agent)).toEqual([]);
    await later(aMinute);
    expect(await shown(shop.agent)).toMatchObject([{ kind: "warning" }]);
    await change({ untouched_on: 0 });
    await sweep();
    expect(await all(shop.agent)).toMatchObject([{ how: "The rule or the business hours were changed." }]);
    expect((await shop.agent(alerts.rules)).data).toEqual({ ...usualRules, untouched_on: 0 });
    const other = await house.signIn(shop.dealer.otherAgent);
    expect((await other(alerts.rules)).data).toEqual(usualRules);
    const { rows } = await house.pool.query(
      "select action, subject_id, detail from audit_log where dealer_id = $1 and subject = 'location' order by id desc limit 1",
      [shop.dealer.dealer_id],
    );
    expect(rows).toMatchObject([{ action: "changed when people are alerted", subject_id: shop.dealer.location_id }]);
  });

  test("belongs to the chat's member when it has one", async () => {
    const shop = await shopAt("2027-04-06T10:00:00-04:00");
    const chat_id = await textIn(shop);
    await house.pool.query(
      "update chats set assigned_to = (select id from users where dealer_id = $1 and user_type = 'manager') where id = $2",
      [shop.dealer.dealer_id, chat_id],
    );
    await later(6 * aMinute);
    expect(await shown(shop.agent)).toMatchObject([{ agents: ["Manager Tester"] }]);
  });

  test("a look when nothing has changed tells nobody anything", async () => {
    const shop = await shopAt("2027-04-06T10:00:00-04:00");
    await textIn(shop);
    await later(6 * aMinute);
    const before = await all(shop.agent);
    await later(5_000);
    await later(5_000);
    expect(await all(shop.agent)).toEqual(before);
    expect(told(shop.dealer)).toHaveLength(1);
  });
});
