import { afterAll, expect, test } from "vitest";
import { settings } from "#domains/accounts/settings/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { widget } from "./contract.ts";
import { previousKeyDays } from "./rules.ts";

const { app, dealer, agent } = await startInboxTest();
afterAll(() => app.close());
const manager = await app.signIn(dealer.manager);
const phones = async () =>
  (await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data.allActiveChats.map(
    ({ customer }) => customer.phone,
  );

test("a new snippet works at once, and the old one for 30 days more", async () => {
  const old = await visitorOf(app, agent);
  // Opened before and sent after: nothing that a visitor is typing is lost.
  const { token } = await old.open();
  const { data } = await manager(widget.renewKey);
  expect(data).toMatchObject({ previous_until: expect.any(String), previous_used_at: null, previous_used_on: "" });
  const fresh = await visitorOf(app, agent);
  expect(fresh.key).not.toBe(old.key);
  expect((await agent(settings.profile)).data.messaging_script).not.toContain(old.key);
  app.clock.advance(10_000);
  const [one, other, third] = [freshPhone(), freshPhone(), freshPhone()];
  expect((await old.send({ token, company: "", name: "Dana", phone: one, message: "Hi" })).status).toBe(200);
  expect((await old.write({ phone: other })).status).toBe(200);
  expect((await fresh.write({ phone: third })).status).toBe(200);
  expect(await phones()).toEqual(expect.arrayContaining([one, other, third]));
  await old.open({ referer: "https://old.example/trucks" });
  const used = (await manager(widget.settings)).data;
  expect(used.previous_used_at).not.toBeNull();
  app.clock.advance(3_700_000);
  await old.open({ referer: "https://old.example/trucks" });
  expect((await manager(widget.settings)).data.previous_used_on).toBe("old.example");
  const days = (Date.parse(data.previous_until ?? "") - app.clock.now().getTime()) / 86_400_000;
  expect(Math.round(days)).toBe(previousKeyDays);
  await app.pool.query("update widgets set previous_until = $1 where previous_key = $2", [app.clock.now(), old.key]);
  expect((await old.open()).status).toBe(404);
  expect((await old.write({ phone: freshPhone() })).status).toBe(404);
  expect((await fresh.open()).status).toBe(200);
  expect((await manager(widget.settings)).data.previous_until).toBeNull();
});

test("an old snippet is stopped before its time, and only one is old at a time", async () => {
  const old = await visitorOf(app, agent);
  await manager(widget.renewKey);
  await expect(manager(widget.renewKey)).rejects.toMatchObject({
    status: 409,
    message: "Your old snippet still works. Stop it before you get another one.",
  });
  const { data } = await manager(widget.endPreviousKey);
  expect(data.previous_until).toBeNull();
  expect((await old.open()).status).toBe(404);
  await manager(widget.endPreviousKey);
  await manager(widget.renewKey);
  const audit = await app.pool.query(
    "select action from audit_log where dealer_id = $1 and action like '%snippet of' order by id",
    [dealer.dealer_id],
  );
  expect(audit.rows.map(({ action }) => action)).toEqual([
    "renewed the snippet of",
    "renewed the snippet of",
    "stopped the old snippet of",
    "renewed the snippet of",
  ]);
});

test("both keys of a location share its limits", async () => {
  const other = await app.dealership();
  const owner = await app.signIn(other.owner);
  const old = await visitorOf(app, owner);
  const address = "203.0.113.5";
  for (let count = 0; count < 3; count++) await old.write({ phone: freshPhone() }, address);
  await owner(widget.renewKey);
  const fresh = await visitorOf(app, owner);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) statuses.push((await fresh.write({ phone: freshPhone() }, address)).status);
  expect(statuses).toEqual([200, 200, 429]);
});
