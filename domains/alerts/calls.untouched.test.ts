import { afterAll, describe, expect, test } from "vitest";
import { aMinute, startAlertTest } from "#testing/alerts/alertFixture.ts";
import { type AlertRules, alerts } from "./contract.ts";
import { defaultAlertRules } from "./rules.ts";

const { app, dealerAt, receiveText, sweep, advance, list, listAll, eventsOf } = await startAlertTest();
afterAll(() => app.close());

describe("a customer whom nobody answers", () => {
  test("is a warning after five minutes, a danger after fifteen, and ends with an answer", async () => {
    const fixture = await dealerAt("2027-03-02T10:00:00-05:00");
    const chat_id = await receiveText(fixture);
    await advance(5 * aMinute - 1_000);
    expect(await list(fixture.agent)).toEqual([]);
    await advance(1_000);
    const [warning] = await list(fixture.agent);
    expect(warning).toMatchObject({ rule: "untouched", kind: "warning", chat_id, resolved_at: null, how: "" });
    expect(warning?.why).toMatch(/^\(\d{3}\) \d{3}-\d{4} has waited 5 minutes in .*, since Tue, Mar 2, 10:00 AM\.$/);
    expect(warning?.began_at).toBe("2027-03-02T15:05:00.000Z");
    expect(warning?.agents).toEqual(["Agent Tester", "Manager Tester", "Owner Tester"]);
    expect((await fixture.agent(alerts.open)).data).toEqual({ open: 1, danger: 0 });

    await advance(10 * aMinute);
    const [danger] = await list(fixture.agent);
    expect(danger).toMatchObject({ id: warning?.id, kind: "danger" });
    expect(danger?.why).toContain("has waited 15 minutes in");
    expect((await fixture.agent(alerts.open)).data).toEqual({ open: 1, danger: 1 });

    // Nothing new happened, but the customer has waited longer.
    await advance(aMinute);
    expect((await list(fixture.agent))[0]?.why).toContain("has waited 16 minutes in");
    await fixture.talk.send(chat_id, "It is!");
    await advance(4_000);
    expect(await list(fixture.agent)).toEqual([]);
    const answered = { id: warning?.id, how: "Agent Tester replied.", resolved_at: "2027-03-02T15:16:00.000Z" };
    expect(await listAll(fixture.agent)).toMatchObject([answered]);
    expect(eventsOf(fixture.dealer)).toEqual([
      { began: 1, worse: 0, ended: 0 },
      { began: 0, worse: 1, ended: 0 },
      { began: 0, worse: 0, ended: 1 },
    ]);
  });

  test("raises no alert over a weekend with a clock change, until Monday's business hours", async () => {
    // Saturday before the clocks go forward; open from 9 to 6, closed on Sunday.
    const fixture = await dealerAt("2027-03-13T17:58:00-05:00");
    await receiveText(fixture);
    for (const moment of ["2027-03-13T18:30:00-05:00", "2027-03-14T12:00:00-04:00", "2027-03-15T09:02:59-04:00"]) {
      app.clock.set(new Date(moment));
      await sweep();
      expect(
        (await app.pool.query("select from alerts where dealer_id = $1", [fixture.dealer.dealer_id])).rowCount,
      ).toBe(0);
    }
    await advance(1_000);
    const { rows } = await app.pool.query("select began_at, why from alerts where dealer_id = $1", [
      fixture.dealer.dealer_id,
    ]);
    expect(rows).toMatchObject([{ began_at: new Date("2027-03-15T09:03:00-04:00") }]);
    expect(rows[0].why).toContain("since Sat, Mar 13, 5:58 PM");
  });

  test("in autumn, too: an open alert stays open overnight, and no time is added", async () => {
    const fixture = await dealerAt("2027-11-06T17:50:00-04:00");
    await receiveText(fixture);
    await advance(5 * aMinute);
    const open = async () =>
      (await app.pool.query("select kind, resolved_at from alerts where dealer_id = $1", [fixture.dealer.dealer_id]))
        .rows;
    app.clock.set(new Date("2027-11-08T09:04:59-05:00"));
    await sweep();
    expect(await open()).toEqual([{ kind: "warning", resolved_at: null }]);
    await advance(1_000);
    expect(await open()).toEqual([{ kind: "danger", resolved_at: null }]);
  });

  test("who is answered and waits again between two sweeps gets a new alert", async () => {
    const fixture = await dealerAt("2027-04-06T10:00:00-04:00");
    const chat_id = await receiveText(fixture);
    await advance(6 * aMinute);
    await fixture.talk.send(chat_id);
    app.clock.advance(aMinute);
    const { rows } = await app.pool.query("select phone from customers where dealer_id = $1", [
      fixture.dealer.dealer_id,
    ]);
    await app.sms.listener.onInboundText(fixture.talk.inbound(rows[0].phone, "And the red one?"));
    await advance(7 * aMinute);
    const found = await listAll(fixture.agent);
    expect(found.map(({ how, chat_id: chat }) => [how, chat])).toEqual([
      ["", chat_id],
      ["Agent Tester replied.", chat_id],
    ]);
  });

  test.each([
    ["Conversation closed.", "update chats set is_closed = 1"],
    ["Customer deleted.", "update customers set deleted_at = now()"],
    ["Marked as replied.", "update chats set is_replied = 1, waiting_since = null"],
  ])("%s", async (how, statement) => {
    const fixture = await dealerAt("2027-04-06T10:00:00-04:00");
    await receiveText(fixture);
    await advance(6 * aMinute);
    expect(await list(fixture.agent)).toHaveLength(1);
    await app.pool.query(`${statement} where dealer_id = $1`, [fixture.dealer.dealer_id]);
    await sweep();
    expect(await listAll(fixture.agent)).toMatchObject([{ how, resolved_at: app.clock.now().toISOString() }]);
  });

  test("follows the rules that the location's managers set", async () => {
    const fixture = await dealerAt("2027-04-06T10:00:00-04:00");
    await receiveText(fixture);
    const change = (more: Partial<AlertRules>) =>
      fixture.manager(alerts.changeRules, { body: { ...defaultAlertRules, untouched_on: 1, ...more } });
    await change({ untouched_minutes: 30 });
    await advance(29 * aMinute);
    expect(await list(fixture.agent)).toEqual([]);
    await advance(aMinute);
    expect(await list(fixture.agent)).toMatchObject([{ kind: "warning" }]);
    await change({ untouched_on: 0 });
    await sweep();
    expect(await listAll(fixture.agent)).toMatchObject([{ how: "Alert rule or business hours changed." }]);
    expect((await fixture.agent(alerts.rules)).data).toEqual({ ...defaultAlertRules, untouched_on: 0 });
    const other = await app.signIn(fixture.dealer.otherAgent);
    expect((await other(alerts.rules)).data).toEqual(defaultAlertRules);
    const { rows } = await app.pool.query(
      "select action, subject_id, detail from audit_log where dealer_id = $1 and subject = 'location' order by id desc limit 1",
      [fixture.dealer.dealer_id],
    );
    expect(rows).toMatchObject([{ action: "changed the alert rules", subject_id: fixture.dealer.location_id }]);
  });

  test("names the chat's member when it has one", async () => {
    const fixture = await dealerAt("2027-04-06T10:00:00-04:00");
    const chat_id = await receiveText(fixture);
    await app.pool.query(
      "update chats set assigned_to = (select id from users where dealer_id = $1 and user_type = 'manager') where id = $2",
      [fixture.dealer.dealer_id, chat_id],
    );
    await advance(6 * aMinute);
    expect(await list(fixture.agent)).toMatchObject([{ agents: ["Manager Tester"] }]);
  });

  test("a sweep without changes publishes nothing", async () => {
    const fixture = await dealerAt("2027-04-06T10:00:00-04:00");
    await receiveText(fixture);
    await advance(6 * aMinute);
    const before = await listAll(fixture.agent);
    await advance(5_000);
    await advance(5_000);
    expect(await listAll(fixture.agent)).toEqual(before);
    expect(eventsOf(fixture.dealer)).toHaveLength(1);
  });
});
