import { afterAll, beforeAll, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { mergeSteps } from "#testing/duplicates/mergeSteps.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { platformErasure } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

test("the operator erases a person of the client that is named, and of no other", async () => {
  const [one, other] = [await app.dealership(), await app.dealership()];
  const phone = freshPhone();
  const manager = await app.signIn(one.manager);
  const { id } = await mergeSteps(app, one, manager).person({ phone });
  await manager(tasks.add, {
    body: { description: "Call back", customer_id: id, due_at: app.clock.now().toISOString() },
  });
  const operator = await app.signIn((await app.operator()).email);
  const { dealer_id } = one;
  const body = { reason: "Asked by mail", confirmation: "ERASE" };
  for (const client_id of [other.dealer_id, 0])
    await expect(operator(platformErasure.erase, { params: { client_id, id }, body })).rejects.toMatchObject({
      status: 404,
    });
  const { url } = (await operator(platformErasure.everything, { params: { client_id: dealer_id, id } })).data;
  expect((await app.http.inject(url)).json().phones).toContain(phone);
  await operator(platformErasure.erase, { params: { client_id: dealer_id, id }, body });
  await expect(manager(customers.details, { params: { id } })).rejects.toMatchObject({ status: 404 });
  const { rows } = await app.pool.query(
    "select action, dealer_id, detail->>'reason' as reason from audit_log where subject = 'customer' and subject_id = $1 and action = 'erased'",
    [id],
  );
  expect(rows).toEqual([{ action: "erased", dealer_id, reason: body.reason }]);
});
