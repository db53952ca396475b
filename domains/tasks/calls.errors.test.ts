import { afterAll, describe, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp } from "#testing/testApp.ts";
import { tasks } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const agent = await app.signIn(dealer.agent);
const elsewhere = await app.signIn(dealer.otherAgent);
const foreignMember_id = (await elsewhere(accounts.profile)).data.id;
const foreignCustomer_id = (await addCustomer(elsewhere)).id;

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();
const validDraft = { description: "Call", due_at: inDays(1) };
const validChange = { ...validDraft, customer_id: null, user_id: null };
const { id } = (await agent(tasks.add, { body: validDraft })).data;

const dueMessage = "Select a due date and time";

describe.each(["add", "update"] as const)("%s is refused at the field, in words", (how) => {
  test.each([
    ["no words", { description: " " }, "description", "Enter a task"],
    ["too many words", { description: "x".repeat(501) }, "description", "Use at most 500 characters"],
    ["no time", { due_at: "" }, "due_at", dueMessage],
    ["a time left out", { due_at: undefined }, "due_at", dueMessage],
    ["a time without a zone", { due_at: "2027-01-01T10:00" }, "due_at", dueMessage],
    ["the past", { due_at: inDays(-1) }, "due_at", "This time has passed. Select one in the future"],
    ["a far time", { due_at: inDays(3000) }, "due_at", "Select a time within five years"],
    [
      "another location's customer",
      { customer_id: foreignCustomer_id },
      "customer_id",
      "Customer not found. They may have been deleted.",
    ],
    ["another location's member", { user_id: foreignMember_id }, "user_id", "This team member isn't at this location."],
  ])("%s", async (_, more, field, words) => {
    const call =
      how === "add"
        ? agent(tasks.add, { body: { ...validDraft, ...more } as never })
        : agent(tasks.update, { params: { id }, body: { ...validChange, ...more } as never });
    await expect(call).rejects.toMatchObject({ status: 422, message: words, fields: { [field]: words } });
  });
});

test("an ended task can't be changed or assigned until it is reopened", async () => {
  const ended = (await agent(tasks.add, { body: validDraft })).data.id;
  await agent(tasks.complete, { params: { id: ended } });
  const refusal = { status: 409, message: "This task is closed. Reopen it to make changes." };
  await expect(agent(tasks.update, { params: { id: ended }, body: validChange })).rejects.toMatchObject(refusal);
  await expect(agent(tasks.assign, { params: { id: ended }, body: { user_id: null } })).rejects.toMatchObject(refusal);
});

test("a deleted task is not found by any call", async () => {
  const deletedId = (await agent(tasks.add, { body: validDraft })).data.id;
  await (await app.signIn(dealer.manager))(tasks.remove, { params: { id: deletedId } });
  const params = { id: deletedId };
  const all = [
    () => agent(tasks.update, { params, body: validChange }),
    () => agent(tasks.assign, { params, body: { user_id: null } }),
    () => agent(tasks.complete, { params }),
    () => agent(tasks.drop, { params }),
    () => agent(tasks.reopen, { params }),
  ];
  for (const call of all) await expect(call()).rejects.toMatchObject({ status: 404 });
});

test("agents can't delete tasks, or see or change the rules", async () => {
  const forbidden = { status: 403 };
  await expect(agent(tasks.remove, { params: { id } })).rejects.toMatchObject(forbidden);
  await expect(agent(tasks.rules)).rejects.toMatchObject(forbidden);
  const body = {
    no_show: 0,
    unconfirmed: 0,
    reschedule: 0,
    outcome: 0,
    review: 0,
  } as const;
  await expect(agent(tasks.changeRules, { body })).rejects.toMatchObject(forbidden);
});

test("there is no such view", async () => {
  await expect(agent(tasks.table, { body: { show: "everything" as never } })).rejects.toMatchObject({
    status: 422,
    fields: { show: "Select a view from the list" },
  });
});
