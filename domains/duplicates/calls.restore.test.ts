import { afterAll, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { startMergeApp } from "#testing/duplicates/mergeSteps.ts";
import { duplicates } from "./contract.ts";

const { app, dealer, manager, merging } = await startMergeApp();
afterAll(() => app.close());

const ownerOf = async (id: number) => {
  const { data } = await manager(customerDeletion.deleted, { body: { length: 500 } });
  return data.find((row) => row.id === id)?.owner_id;
};
/** A customer with a past, who was deleted. */
async function deletedPerson() {
  const person = await merging.person({ first_name: "Jen", company: "Jen LLC" });
  await merging.inbound(person.phone, "Is the blue one still there?");
  const list = await merging.list(`Buyers ${person.id}`, [person.id]);
  const appointment = await merging.appointment(person.id, "2030-11-20");
  await manager(customers.remove, { params: { id: person.id }, body: { cancel_work: 1 } });
  return { ...person, list, appointment };
}

test("a deleted customer who texts again is restored into the same person, with both histories", async () => {
  const deleted = await deletedPerson();
  expect(await ownerOf(deleted.id)).toBeNull();
  await merging.inbound(deleted.phone, "It's me again");
  const kept = await ownerOf(deleted.id);
  expect(kept).toEqual(expect.any(Number));
  expect((await manager(customerDeletion.restore, { body: { customer_ids: [deleted.id] } })).data.refused).toBe(1);

  const { data } = await manager(duplicates.restore, { body: { customer_id: deleted.id } });
  expect(data.kept_id).toBe(kept);
  expect(await ownerOf(deleted.id)).toBeUndefined();
  const { data: now } = await manager(customers.details, { params: { id: data.kept_id } });
  expect(now).toMatchObject({ first_name: "Jen", company: "Jen LLC", phone: deleted.phone, merged_phones: [] });
  const { rows } = await app.pool.query(
    `select chat.id, (select array_agg(m.message order by m.id) from messages m where m.chat_id = chat.id) as texts,
       (select count(*)::int from appointments a where a.customer_id = chat.customer_id) as appointments,
       (select count(*)::int from list_members l where l.customer_id = chat.customer_id) as lists
     from chats chat where chat.customer_id = $1`,
    [data.kept_id],
  );
  expect(rows).toEqual([
    {
      id: expect.anything(),
      texts: ["Is the blue one still there?", "It's me again"],
      appointments: 1,
      lists: 1,
    },
  ]);

  await merging.inbound(deleted.phone, "And once more");
  const { rows: owners } = await app.pool.query(
    "select customer_id from chats c join messages m on m.chat_id = c.id where m.message = 'And once more'",
  );
  expect(owners).toEqual([{ customer_id: data.kept_id }]);
});

test("who is alone with their phone is restored, not merged; nobody is merged twice or from elsewhere", async () => {
  const deleted = await deletedPerson();
  const body = { customer_id: deleted.id };
  await expect(manager(duplicates.restore, { body })).rejects.toMatchObject({ status: 409 });
  await merging.inbound(deleted.phone, "Hello?");
  const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
  await expect(elsewhere(duplicates.restore, { body })).rejects.toMatchObject({ status: 404 });
  await manager(duplicates.restore, { body });
  await expect(manager(duplicates.restore, { body })).rejects.toMatchObject({ status: 404 });
});
