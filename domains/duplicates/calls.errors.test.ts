import { afterAll, describe, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { snapshotOf, startMergeApp } from "#testing/duplicates/mergeSteps.ts";
import { duplicates } from "./contract.ts";

const { app, dealer, manager, merging } = await startMergeApp();
const agent = await app.signIn(dealer.agent);
afterAll(() => app.close());

const absent = { status: 404, message: "We couldn't find this. It may have been deleted." };

describe("permissions", () => {
  test("agents may not find, merge or undo", async () => {
    const [one, other] = [await merging.person(), await merging.person()];
    const merge_id = await merging.merge(one.id, other.id);
    const pair = { kept_id: one.id, merged_id: other.id };
    const params = { customer_id: one.id };
    const refused = { status: 403, message: "You don't have permission to do this." };
    await expect(agent(duplicates.all)).rejects.toMatchObject(refused);
    await expect(agent(duplicates.ofCustomer, { params })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.merges, { params })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.plan, { body: pair })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.merge, { body: pair })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject(refused);
    const apart = { customer_id: one.id, other_id: other.id };
    await expect(agent(duplicates.apart, { body: apart })).rejects.toMatchObject(refused);
  });

  test("customers of other locations and businesses are not found", async () => {
    const mine = await merging.person();
    const stranger = await app.dealership();
    const foreign = await addCustomer(await app.signIn(stranger.owner));
    const elsewhere = await addCustomer(await app.signIn(dealer.owner, dealer.otherLocation_id));
    for (const { id } of [foreign, elsewhere, { id: 999_999_999 }]) {
      for (const pair of [
        { kept_id: mine.id, merged_id: id },
        { kept_id: id, merged_id: mine.id },
      ]) {
        await expect(manager(duplicates.merge, { body: pair })).rejects.toMatchObject(absent);
        await expect(manager(duplicates.plan, { body: pair })).rejects.toMatchObject(absent);
      }
      const apart = { customer_id: mine.id, other_id: id };
      await expect(manager(duplicates.apart, { body: apart })).rejects.toMatchObject(absent);
    }
    const theirs = await app.signIn(stranger.owner);
    const other = await addCustomer(theirs);
    const body = { kept_id: foreign.id, merged_id: other.id };
    const { merge_id } = (await theirs(duplicates.merge, { body })).data;
    await expect(manager(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject(absent);
  });
});

describe("what can't be merged", () => {
  test("a customer with themselves, or with a deleted one", async () => {
    const [one, deleted] = [await merging.person(), await merging.person()];
    await expect(merging.merge(one.id, one.id)).rejects.toMatchObject({
      status: 409,
      message: "Select two customers.",
    });
    await manager(customers.remove, { params: { id: deleted.id } });
    await expect(merging.merge(one.id, deleted.id)).rejects.toMatchObject(absent);
    await expect(merging.merge(deleted.id, one.id)).rejects.toMatchObject(absent);
    await expect(manager(duplicates.apart, { body: { customer_id: one.id, other_id: one.id } })).rejects.toMatchObject({
      status: 422,
      fields: { other_id: "Select two customers" },
    });
  });

  test("two with an appointment at the same time, and nothing changes", async () => {
    const [one, other] = [await merging.person(), await merging.person()];
    await merging.inbound(other.phone, "Hello");
    await merging.appointment(one.id, "2027-06-01");
    await merging.appointment(other.id, "2027-06-01");
    const message = "Both have an appointment on Jun 1, 2027, 10:00 AM. Delete one of them first.";
    const plan = await manager(duplicates.plan, { body: { kept_id: one.id, merged_id: other.id } });
    expect(plan.data.cannot_merge.replace(/\s/g, " ")).toBe(message);
    const before = await snapshotOf(app, dealer.dealer_id);
    await expect(merging.merge(one.id, other.id)).rejects.toMatchObject({ status: 409 });
    expect(await snapshotOf(app, dealer.dealer_id)).toEqual(before);
  });

  test("a field that can't be chosen", async () => {
    const [one, other] = [await merging.person(), await merging.person()];
    const body = { kept_id: one.id, merged_id: other.id, take: ["phone"] };
    await expect(manager(duplicates.merge, { body: body as never })).rejects.toMatchObject({ status: 422 });
  });

  test("two people merging the same pair at once merge it once", async () => {
    const [one, other] = [await merging.person(), await merging.person()];
    const tries = await Promise.allSettled([merging.merge(one.id, other.id), merging.merge(other.id, one.id)]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const live = await Promise.allSettled([merging.details(one.id), merging.details(other.id)]);
    expect(live.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("a merge that can't be undone says why, in the list and when tried", () => {
  async function merged() {
    const [kept, deleted] = [await merging.person({ first_name: "Ana" }), await merging.person()];
    return { kept, deleted, merge_id: await merging.merge(kept.id, deleted.id) };
  }
  const reasonAt = async (customer_id: number, merge_id: number) =>
    (await manager(duplicates.merges, { params: { customer_id } })).data.find((one) => one.merge_id === merge_id)
      ?.cannot_undo;

  test("twice", async () => {
    const { merge_id } = await merged();
    await merging.undo(merge_id);
    await expect(merging.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /undone already/ });
  });

  test("after the kept customer was deleted", async () => {
    const { kept, merge_id } = await merged();
    await manager(customers.remove, { params: { id: kept.id } });
    await expect(merging.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /^Ana \S+ was deleted since/ });
  });

  test("after the kept customer was merged; the newer merge has to be undone first", async () => {
    const { kept, deleted, merge_id } = await merged();
    const third = await merging.person();
    const newer = await merging.merge(third.id, kept.id);
    await expect(merging.undo(merge_id)).rejects.toMatchObject({
      message: /has since been merged into another customer/,
    });
    await merging.undo(newer);
    await merging.undo(merge_id);
    expect(await merging.details(deleted.id)).toMatchObject({ phone: deleted.phone, merged_phones: [] });
  });

  test("below a newer merge into the same customer", async () => {
    const { kept, merge_id } = await merged();
    const third = await merging.person();
    const newer = await merging.merge(kept.id, third.id);
    expect(await reasonAt(kept.id, merge_id)).toMatch(/Undo that merge first/);
    await expect(merging.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /Undo that merge first/ });
    await merging.undo(newer);
    expect(await reasonAt(kept.id, merge_id)).toBe("");
    await merging.undo(merge_id);
  });

  test("when the phone now belongs to someone else", async () => {
    const { kept, deleted, merge_id } = await merged();
    const { first_name, last_name, email, address } = await merging.details(kept.id);
    const body = { first_name, last_name, email, address, company: "", phone: deleted.phone };
    await manager(customers.update, { params: { id: kept.id }, body });
    expect(await reasonAt(kept.id, merge_id)).toMatch(/is now the number of Ana/);
    await expect(merging.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /is now the number of Ana/ });
  });

  test("after thirty days", async () => {
    const { kept, merge_id } = await merged();
    const now = app.clock.now();
    app.clock.set(new Date(now.getTime() + 30 * 24 * 3_600_000 + 1));
    const late = await app.signIn(dealer.manager);
    await expect(late(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject({ message: /30 days/ });
    const { data } = await late(duplicates.merges, { params: { customer_id: kept.id } });
    expect(data).toMatchObject([{ merge_id, by: "Manager Tester", cannot_undo: expect.stringMatching(/30 days/) }]);
    app.clock.set(now);
  });
});
