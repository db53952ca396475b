import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { clients } from "./contract.ts";

/** The operator sets an owner's password. */
let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());

test("the owner is signed out everywhere, signs in with the new one, and the trail names the operator", async () => {
  const { owner, dealer_id } = await app.dealership();
  const before = await app.signIn(owner);
  const chosen = "tulips-and-oaks";
  const body = { client_id: dealer_id, password: chosen };
  expect(await operator(clients.changePassword, { body })).toMatchObject({
    status: "success",
    message: "Password changed successfully",
  });
  await expect(before(accounts.profile)).rejects.toMatchObject({ status: 401 });
  expect(app.events.disconnected.length).toBeGreaterThan(0);
  const login = (typed: string) =>
    app.anyone(accounts.login, { body: { email: owner, password: typed, remember_me: 0 } });
  await expect(login(password)).rejects.toMatchObject({ status: 401 });
  expect((await login(chosen)).data.login_status).toBe("okay");
  const { rows } = await app.pool.query(
    `select a.action from audit_log a join users u on u.id = a.user_id and u.user_type = 'superadmin'
     where a.dealer_id = $1`,
    [dealer_id],
  );
  expect(rows).toEqual([{ action: "got a password from the operator" }]);
  const users = await app.pool.query("select must_change_password from users where email = $1", [owner]);
  expect(users.rows).toEqual([{ must_change_password: true }]);
});

test("most calls are closed until the owner chooses another password", async () => {
  const { owner, dealer_id } = await app.dealership();
  const chosen = "tulips-and-oaks";
  await operator(clients.changePassword, { body: { client_id: dealer_id, password: chosen } });
  const { data } = await app.anyone(accounts.login, { body: { email: owner, password: chosen, remember_me: 0 } });
  expect(data.must_change_password).toBe(true);
  const call = injectedCaller(app.http, data.access_token);
  expect((await call(accounts.profile)).data.must_change_password).toBe(true);
  const text = "Choose your own password first.";
  for (const closed of [inbox.unread, settings.sessions]) {
    await expect(call(closed)).rejects.toMatchObject({ status: 403, message: text });
  }
  const body = { old_password: chosen, password: "Birches-and-9-elms", confirm_password: "Birches-and-9-elms" };
  await call(settings.password, { body });
  expect((await call(accounts.profile)).data.must_change_password).toBe(false);
  await expect(call(inbox.unread)).resolves.toMatchObject({ status: "success" });
});
