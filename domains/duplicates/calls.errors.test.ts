import { afterAll, describe, expect, test } from "vitest";
import { addCustomer } from "#core/testing/customer.ts";
import { customers } from "#domains/customers/contract.ts";
import { duplicates } from "./contract.ts";
import { everythingOf, openTwins } from "./testing/twins.ts";

const { house, dealer, manager, twins } = await openTwins();
const agent = await house.signIn(dealer.agent);
afterAll(() => house.close());

const absent = { status: 404, message: "This was not found. It may have been deleted." };

describe("who may", () => {
  test("agents may not find, merge or undo", async () => {
    const [one, other] = [await twins.person(), await twins.person()];
    const merge_id = await twins.merge(one.id, other.id);
    const two = { kept_id: one.id, merged_id: other.id };
    const params = { customer_id: one.id };
    const refused = { status: 403, message: "You are not allowed to do this." };
    await expect(agent(duplicates.all)).rejects.toMatchObject(refused);
    await expect(agent(duplicates.ofCustomer, { params })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.merges, { params })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.plan, { body: two })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.merge, { body: two })).rejects.toMatchObject(refused);
    await expect(agent(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject(refused);
    const apart = { customer_id: one.id, other_id: other.id };
    await expect(agent(duplicates.apart, { body: apart })).rejects.toMatchObject(refused);
  });

  test("nobody elsewhere: another location's and another business's customers are not there", async () => {
    const mine = await twins.person();
    const stranger = await house.dealership();
    const foreign = await addCustomer(await house.signIn(stranger.owner));
    const elsewhere = await addCustomer(await house.signIn(dealer.owner, dealer.otherLocation_id));
    for (const { id } of [foreign, elsewhere, { id: 999_999_999 }]) {
      for (const two of [
        { kept_id: mine.id, merged_id: id },
        { kept_id: id, merged_id: mine.id },
      ]) {
        await expect(manager(duplicates.merge, { body: two })).rejects.toMatchObject(absent);
        await expect(manager(duplicates.plan, { body: two })).rejects.toMatchObject(absent);
      }
      const apart = { customer_id: mine.id, other_id: id };
      await expect(manager(duplicates.apart, { body: apart })).rejects.toMatchObject(absent);
    }
    const theirs = await house.signIn(stranger.owner);
    const other = await addCustomer(theirs);
    const body = { kept_id: foreign.id, merged_id: other.id };
    const { merge_id } = (await theirs(duplicates.merge, { body })).data;
    await expect(manager(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject(absent);
  });
});

describe("what can't be merged", () => {
  test("a customer with themselves, or with a deleted one", async () => {
    const [one, gone] = [await twins.person(), await twins.person()];
    await expect(twins.merge(one.id, one.id)).rejects.toMatchObject({
      status: 409,
      message: "Please choose two customers.",
    });
    await manager(customers.remove, { params: { id: gone.id } });
    await expect(twins.merge(one.id, gone.id)).rejects.toMatchObject(absent);
    await expect(twins.merge(gone.id, one.id)).rejects.toMatchObject(absent);
    await expect(manager(duplicates.apart, { body: { customer_id: one.id, other_id: one.id } })).rejects.toMatchObject({
      status: 422,
      fields: { other_id: "Please choose two customers" },
    });
  });

  test("two with an appointment at the same time; nothing has changed then", async () => {
    const [one, other] = [await twins.person(), await twins.person()];
    await twins.inbound(other.phone, "Hello");
    await twins.appointment(one.id, "2027-06-01");
    await twins.appointment(other.id, "2027-06-01");
    const message = "Both have an appointment on Jun 1, 2027, 10:00 AM. Please delete one of the two first.";
    const plan = await manager(duplicates.plan, { body: { kept_id: one.id, merged_id: other.id } });
    expect(plan.data.cannot_merge.replace(/\s/g, " ")).toBe(message);
    const before = await everythingOf(house, dealer.dealer_id);
    await expect(twins.merge(one.id, other.id)).rejects.toMatchObject({ status: 409 });
    expect(await everythingOf(house, dealer.dealer_id)).toEqual(before);
  });

  test("a value that isn't one to choose", async () => {
    const [one, other] = [await twins.person(), await twins.person()];
    const body = { kept_id: one.id, merged_id: other.id, take: ["phone"] };
    await expect(manager(duplicates.merge, { body: body as never })).rejects.toMatchObject({ status: 422 });
  });

  test("the same pair by two people at once is merged once", async () => {
    const [one, other] = [await twins.person(), await twins.person()];
    const tries = await Promise.allSettled([twins.merge(one.id, other.id), twins.merge(other.id, one.id)]);
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const live = await Promise.allSettled([twins.details(one.id), twins.details(other.id)]);
    expect(live.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

describe("what can't be undone says why, there and before", () => {
  async function merged() {
    const [kept, gone] = [await twins.person({ first_name: "Ana" }), await twins.person()];
    return { kept, gone, merge_id: await twins.merge(kept.id, gone.id) };
  }
  const reasonAt = async (customer_id: number, merge_id: number) =>
    (await manager(duplicates.merges, { params: { customer_id } })).data.find((one) => one.merge_id === merge_id)
      ?.cannot_undo;

  test("twice", async () => {
    const { merge_id } = await merged();
    await twins.undo(merge_id);
    await expect(twins.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /undone already/ });
  });

  test("after the kept one was deleted", async () => {
    const { kept, merge_id } = await merged();
    await manager(customers.remove, { params: { id: kept.id } });
    await expect(twins.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /^Ana \S+ was deleted since/ });
  });

  test("after the kept one was merged; then the newer one first", async () => {
    const { kept, gone, merge_id } = await merged();
    const third = await twins.person();
    const newer = await twins.merge(third.id, kept.id);
    await expect(twins.undo(merge_id)).rejects.toMatchObject({ message: /was merged into another customer since/ });
    await twins.undo(newer);
    await twins.undo(merge_id);
    expect(await twins.details(gone.id)).toMatchObject({ phone: gone.phone, merged_phones: [] });
  });

  test("under a newer merge into the same one", async () => {
    const { kept, merge_id } = await merged();
    const third = await twins.person();
    const newer = await twins.merge(kept.id, third.id);
    expect(await reasonAt(kept.id, merge_id)).toMatch(/Undo that merge first/);
    await expect(twins.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /Undo that merge first/ });
    await twins.undo(newer);
    expect(await reasonAt(kept.id, merge_id)).toBe("");
    await twins.undo(merge_id);
  });

  test("when the phone is somebody's by now", async () => {
    const { kept, gone, merge_id } = await merged();
    const { first_name, last_name, email, address } = await twins.details(kept.id);
    const body = { first_name, last_name, email, address, company: "", phone: gone.phone };
    await manager(customers.update, { params: { id: kept.id }, body });
    expect(await reasonAt(kept.id, merge_id)).toMatch(/is now the number of Ana/);
    await expect(twins.undo(merge_id)).rejects.toMatchObject({ status: 409, message: /is now the number of Ana/ });
  });

  test("after thirty days", async () => {
    const { kept, merge_id } = await merged();
    const now = house.clock.now();
    house.clock.set(new Date(now.getTime() + 30 * 24 * 3_600_000 + 1));
    const late = await house.signIn(dealer.manager);
    await expect(late(duplicates.undo, { body: { merge_id } })).rejects.toMatchObject({ message: /30 days/ });
    const { data } = await late(duplicates.merges, { params: { customer_id: kept.id } });
    expect(data).toMatchObject([{ merge_id, by: "Manager Tester", cannot_undo: expect.stringMatching(/30 days/) }]);
    house.clock.set(now);
  });
});
