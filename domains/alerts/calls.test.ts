import { afterAll, describe, expect, test } from "vitest";
import { uploads } from "#domains/customers/upload/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { type AlertFixture, aMinute, anHour, startAlertTest } from "#testing/alerts/alertFixture.ts";
import { freshPhone } from "#testing/dealership.ts";
import { alerts } from "./contract.ts";
import { defaultAlertRules } from "./rules.ts";
import { removeEndedAlerts } from "./server/sweepAlerts.ts";

const { app, dealerAt, receiveText, sweep, advance, list, listAll, eventsOf } = await startAlertTest();
afterAll(() => app.close());

describe("texts that fail", () => {
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;

  async function send(fixture: AlertFixture, count: number, fails: boolean) {
    const who = await fixture.talk.customer();
    for (let at = 0; at < count; at++) {
      if (fails) app.sms.answerNext({ kind: "refused", refusal });
      await fixture.agent(inbox.sendToCustomer, { body: { customer_id: who.id, message: "Hello" } });
      await app.jobs.runAll();
    }
  }

  test("are a danger when frequent, until they are an hour old", async () => {
    const fixture = await dealerAt("2027-05-04T10:00:00-04:00");
    await send(fixture, 3, false);
    await send(fixture, 4, true);
    await sweep();
    expect(await list(fixture.agent)).toEqual([]);
    await send(fixture, 1, true);
    await sweep();
    const why = "5 of 8 texts failed in the last hour (63%).";
    expect(await list(fixture.agent)).toMatchObject([{ rule: "failures", kind: "danger", why, customer_name: "" }]);
    await send(fixture, 2, true);
    await sweep();
    expect(await list(fixture.agent)).toMatchObject([{ why: "7 of 10 texts failed in the last hour (70%)." }]);
    await advance(anHour - 1);
    expect(await list(fixture.agent)).toHaveLength(1);
    await advance(1);
    expect(await listAll(fixture.agent)).toMatchObject([{ how: "Texts are being delivered again." }]);
  });

  test("raise no alert while few among many fail", async () => {
    const fixture = await dealerAt("2027-05-04T10:00:00-04:00");
    await fixture.manager(alerts.changeRules, {
      body: { ...defaultAlertRules, failures_least: 1, failures_percent: 40 },
    });
    await send(fixture, 1, true);
    await send(fixture, 2, false);
    await sweep();
    expect(await list(fixture.agent)).toEqual([]);
    await send(fixture, 1, true);
    await sweep();
    expect(await list(fixture.agent)).toMatchObject([{ why: "2 of 4 texts failed in the last hour (50%)." }]);
  });
});

test("far more opt-outs than usual are a warning for a day", async () => {
  const fixture = await dealerAt("2027-06-01T10:00:00-04:00");
  const other = await app.dealership();
  for (let count = 0; count < 5; count++) {
    await receiveText(fixture, "STOP");
    await sweep();
    expect(await list(fixture.agent)).toHaveLength(count < 4 ? 0 : 1);
  }
  const why = "5 customers opted out in 24 hours. Usually 0 a day.";
  expect(await list(fixture.agent)).toMatchObject([{ rule: "optouts", kind: "warning", why }]);
  const elsewhere = await app.pool.query("select from alerts where dealer_id = $1", [other.dealer_id]);
  expect(elsewhere.rowCount).toBe(0);
  await advance(24 * anHour);
  const { rows } = await app.pool.query("select how from alerts where dealer_id = $1", [fixture.dealer.dealer_id]);
  expect(rows).toEqual([{ how: "Opt-outs are back to normal." }]);
});

test("ended alerts are kept for 90 days, open ones until they end", async () => {
  const fixture = await dealerAt("2027-03-02T10:00:00-05:00");
  const answered = await receiveText(fixture, "Are you open?");
  const waiting = await receiveText(fixture, "And on Sunday?");
  await advance(6 * aMinute);
  await fixture.talk.send(answered, "Yes, we are");
  await sweep();
  const remainingChats = async () => {
    await removeEndedAlerts(app.server);
    const text = "select chat_id from alerts where dealer_id = $1 order by chat_id";
    const { rows } = await app.pool.query<{ chat_id: number }>(text, [fixture.dealer.dealer_id]);
    return rows.map(({ chat_id }) => Number(chat_id));
  };
  app.clock.advance(90 * 24 * anHour - aMinute);
  expect(await remainingChats()).toEqual([answered, waiting].map(Number));
  app.clock.advance(2 * aMinute);
  expect(await remainingChats()).toEqual([Number(waiting)]);
});

describe("an import", () => {
  async function importOne(fixture: AlertFixture) {
    const body = { csv_file: `Phone\n${freshPhone()}\n12\n` };
    const { upload } = (await fixture.manager(uploads.csvCopy, { body })).data;
    await fixture.manager(uploads.copyFromTemp, { body: { upload_id: upload.id } });
    await app.jobs.runAll();
    await sweep();
    return upload.id;
  }

  test("that is finished is shown until somebody dismisses it, and never again", async () => {
    const fixture = await dealerAt("2027-07-06T10:00:00-04:00");
    await importOne(fixture);
    const [alert] = await list(fixture.agent);
    const why = "Import of pasted contacts finished: 1 added, 0 updated, 1 rejected.";
    expect(alert).toMatchObject({ rule: "import", kind: "success", why, agents: ["Manager Tester"], chat_id: null });
    const { message } = await fixture.agent(alerts.dismiss, { params: { id: alert?.id ?? 0 } });
    expect(message).toBe("Alert dismissed");
    await sweep();
    expect(await listAll(fixture.agent)).toMatchObject([{ id: alert?.id, how: "Agent Tester dismissed it." }]);
    expect(eventsOf(fixture.dealer)).toHaveLength(2);
    const again = fixture.agent(alerts.dismiss, { params: { id: alert?.id ?? 0 } });
    await expect(again).rejects.toMatchObject({ status: 409, message: "This alert is already closed." });
  });

  test("ends its alert after a day, or when undone", async () => {
    const fixture = await dealerAt("2027-07-06T10:00:00-04:00");
    await importOne(fixture);
    const undone = await importOne(fixture);
    await fixture.manager(uploads.undo, { params: { id: undone } });
    await app.jobs.runAll();
    await sweep();
    expect((await listAll(fixture.agent)).map(({ how }) => how)).toEqual(["Import undone.", ""]);
    await advance(24 * anHour);
    const { rows } = await app.pool.query("select how from alerts where dealer_id = $1 order by id", [
      fixture.dealer.dealer_id,
    ]);
    expect(rows.map(({ how }) => how)).toEqual(["Closed after a day.", "Import undone."]);
  });

  test("that failed is a danger", async () => {
    const fixture = await dealerAt("2027-07-06T10:00:00-04:00");
    const { dealer_id, location_id } = fixture.dealer;
    await app.pool.query(
      `insert into uploads (dealer_id, location_id, user_id, file_name, file_hash, file_key, size, encoding, delimiter,
         labels, mapping, state, started_at, error)
       select $1, $2, id, 'fall.csv', '', '', 1, 'UTF-8', ',', '{}', '{}', 'failed', $3, 'Please try again.'
       from users where dealer_id = $1 and user_type = 'dealer'`,
      [dealer_id, location_id, app.clock.now()],
    );
    await sweep();
    const why = "Import of fall.csv failed; nothing was added. Please try again.";
    expect(await list(fixture.agent)).toMatchObject([{ kind: "danger", why, agents: ["Owner Tester"] }]);
  });
});

test("the table filters by kind, period and search, and shows the acting location only", async () => {
  const fixture = await dealerAt("2027-08-03T10:00:00-04:00");
  const chat_id = await receiveText(fixture);
  await advance(15 * aMinute);
  const second = await receiveText(fixture);
  await advance(5 * aMinute);
  expect(await list(fixture.agent, { kind: "danger" })).toMatchObject([{ chat_id }]);
  // Every word is looked for: the second waits since 10:15.
  const found = async (value: string) =>
    (await fixture.agent(alerts.table, { body: { search: { value } } })).data.map((row) => row.chat_id);
  expect(await found("10:00")).toEqual([chat_id]);
  expect((await found("waited minutes")).sort()).toEqual([chat_id, second].sort());
  const other = await app.signIn(fixture.dealer.otherAgent);
  expect(await listAll(other)).toEqual([]);
  await fixture.talk.send(chat_id);
  await sweep();
  app.clock.advance(30 * anHour);
  const again = await app.signIn(fixture.dealer.agent);
  // Open alerts count as today's, whenever they began; those that ended yesterday don't.
  expect(await list(again, { resolved: 1, period: "today" })).toHaveLength(1);
  expect(await list(again, { resolved: 1, period: "year" })).toHaveLength(2);
});
