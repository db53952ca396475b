import { afterAll, describe, expect, test } from "vitest";
import { addCustomer } from "#core/testing/customer.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { duplicates } from "./contract.ts";
import { openTwins } from "./testing/twins.ts";

const { house, dealer, manager, twins } = await openTwins();
afterAll(() => house.close());

const pairOf = async (one: number, other: number) =>
  (await twins.pairs()).find((pair) => pair.one.id === one && pair.other.id === other);
const sentTo = (phone: string) => house.sms.sent.filter(({ to }) => to === phone).map(({ body }) => body);

describe("finding", () => {
  test("the same e-mail, typed otherwise, and the same name with the same address or company", async () => {
    const one = await twins.person({ first_name: "Ana", last_name: "Diaz", address: "5 Oak St.", company: "Diaz LLC" });
    const mail = await twins.person({ email: `P${one.phone.slice(2)}@Example.com` });
    const home = await twins.person({ first_name: "ana", last_name: "diaz", address: "5 oak st" });
    const work = await twins.person({
      first_name: "Ana",
      last_name: "Diaz",
      address: "Elsewhere 1",
      company: "DIAZ LLC",
    });
    expect((await pairOf(one.id, mail.id))?.reasons).toEqual(["email"]);
    expect((await pairOf(one.id, home.id))?.reasons).toEqual(["address"]);
    expect((await pairOf(one.id, work.id))?.reasons).toEqual(["company"]);
    expect(await pairOf(home.id, work.id)).toBeUndefined();
    const { data } = await manager(duplicates.ofCustomer, { params: { customer_id: one.id } });
    expect(data.pairs.map((pair) => pair.other.id).sort()).toEqual([mail.id, home.id, work.id].sort());
  });

  test("a phone that was mistyped by one digit or one swap", async () => {
    const name = { first_name: "Slip", last_name: "Finger" };
    const first = await twins.person({ ...name, address: "1 A St", phone: "+12125551234" });
    const digit = await twins.person({ ...name, address: "2 B St", phone: "+12125551239" });
    const swap = await twins.person({ ...name, address: "3 C St", phone: "+12125515234" });
    const far = await twins.person({ ...name, address: "4 D St", phone: "+13105559876" });
    expect((await pairOf(first.id, digit.id))?.reasons).toEqual(["phone"]);
    expect((await pairOf(first.id, swap.id))?.reasons).toEqual(["phone"]);
    expect(await pairOf(first.id, far.id)).toBeUndefined();
  });

  test("what eight share is nobody's own; who is deleted is no duplicate", async () => {
    const email = "none@example.com";
    const all = [];
    for (let count = 0; count < 8; count++) all.push(await twins.person({ email }));
    expect((await twins.pairs()).filter(({ one }) => one.email === email)).toEqual([]);
    await manager(customers.remove, { params: { id: all[0]?.id ?? 0 } });
    expect((await twins.pairs()).filter(({ one }) => one.email === email)).toHaveLength(21);
    for (const { id } of all.slice(1, 6)) await manager(customers.remove, { params: { id } });
    expect((await twins.pairs()).filter(({ one }) => one.email === email)).toHaveLength(1);
  });

  test("at another location they are another customer", async () => {
    const owner = await house.signIn(dealer.owner, dealer.otherLocation_id);
    const mine = await twins.person();
    const email = `p${mine.phone.slice(2)}@example.com`;
    const { id } = await addCustomer(owner, { phone: mine.phone, email });
    expect(await pairOf(mine.id, id)).toBeUndefined();
    expect((await owner(duplicates.all)).data.pairs).toEqual([]);
  });

  test("not the same: remembered, whoever is named first", async () => {
    const one = await twins.person({ email: "family@example.com" });
    const other = await twins.person({ email: "family@example.com" });
    expect(await pairOf(one.id, other.id)).toBeDefined();
    await manager(duplicates.apart, { body: { customer_id: other.id, other_id: one.id } });
    await manager(duplicates.apart, { body: { customer_id: one.id, other_id: other.id } });
    expect(await pairOf(one.id, other.id)).toBeUndefined();
    const { data } = await manager(duplicates.ofCustomer, { params: { customer_id: other.id } });
    expect(data).toEqual({ pairs: [], truncated: false });
  });
});

describe("merging", () => {
  test("everything comes to the kept one, as planned", async () => {
    const kept = await twins.person({ first_name: "Ana", email: `kept${Date.now()}@example.com`, company: "" });
    const merged = await twins.person({ first_name: "Anna", company: "Diaz LLC" });
    await twins.inbound(merged.phone, "first");
    const chat = await twins.send(kept.id, "second");
    await twins.inbound(merged.phone, "third");
    await twins.inbound(kept.phone, "fourth");
    const visit = await twins.appointment(merged.id, "2027-05-05");
    const both = await twins.list(`Both ${kept.id}`, [kept.id, merged.id]);
    const only = await twins.list(`Only ${kept.id}`, [merged.id]);
    const before = { kept: await twins.details(kept.id), merged: await twins.details(merged.id) };

    const body = { kept_id: kept.id, merged_id: merged.id };
    const { data: plan } = await manager(duplicates.plan, { body });
    expect(plan).toMatchObject({ messages: 2, appointments: 1, lists: [`Only ${kept.id}`], suggested: ["company"] });
    expect(plan).toMatchObject({ becomes_opted_out: 0, cannot_merge: "" });

    house.events.heard.length = 0;
    await twins.merge(kept.id, merged.id, ["name", "company"]);
    const now = await twins.details(kept.id);
    expect(now).toMatchObject({ first_name: "Anna", company: "Diaz LLC", email: before.kept.email });
    expect(now).toMatchObject({ phone: kept.phone, merged_phones: [merged.phone], chat_id: chat });
    expect(now.messages_received).toBe(before.kept.messages_received + before.merged.messages_received);
    expect(now.lists.map(({ id }) => id).sort()).toEqual([both, only].sort());

    const { allMessages, currentChat } = await twins.conversation(chat);
    expect(allMessages.map(({ message }) => message)).toEqual(["first", "second", "third", "fourth"]);
    expect(allMessages.map(({ phone }) => phone)).toEqual([merged.phone, null, merged.phone, null]);
    expect(currentChat).toMatchObject({ new_message: "fourth", new_message_count: 3, is_replied: 0 });

    const { data } = await manager(appointments.table, { body: { length: 500 } });
    expect(data.find(({ id }) => id === visit)?.customer_id).toBe(kept.id);
    await expect(twins.details(merged.id)).rejects.toMatchObject({ status: 404 });
    const told = house.events.in({ kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id });
    expect(told.map(({ event }) => event)).toEqual(["chat-messages-moved", "chat-messages-moved", "customers-merged"]);
    const audited = await house.pool.query("select detail from audit_log where action = 'merged' and subject_id = $1", [
      merged.id,
    ]);
    expect(audited.rows).toEqual([{ detail: expect.objectContaining({ into: kept.id }) }]);
  });

  test("tags, notes and calls come along, and what is still told of a call", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    const chat = await twins.send(kept.id, "Welcome!");
    const other = await twins.send(merged.id, "Welcome to you!");
    await twins.tag(chat, 1);
    for (const tag of [1, 2]) await twins.tag(other, tag);
    await twins.note(chat, "Likes red");
    await twins.note(other, "Likes blue");
    const key = { sid: `CAringing${kept.id}`, from: merged.phone, to: dealer.number };
    await house.voice.listener.incoming(key);
    await twins.merge(kept.id, merged.id);

    const { data } = await manager(chatTags.ofChat, { params: { chat_id: chat } });
    expect(data.my_tags.map(({ tag }) => tag)).toEqual(["Hot Lead", "Trade-In"]);
    expect((await twins.details(kept.id)).tags.map(({ tag }) => tag)).toEqual(["Hot Lead", "Trade-In"]);
    expect((await twins.notes(chat)).toSorted()).toEqual(["Likes blue", "Likes red"]);
    await house.voice.listener.ended(key, undefined);
    await house.jobs.doAll();
    const { allMessages } = await twins.conversation(chat);
    expect(allMessages.find(({ call }) => call?.outcome === "missed")).toMatchObject({ phone: merged.phone });
  });

  test("a note of the time between keeps the conversation that the merge began", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    await twins.inbound(merged.phone, "Hello?");
    const merge_id = await twins.merge(kept.id, merged.id);
    const { chat_id } = await twins.details(kept.id);
    await twins.note(chat_id ?? 0, "Called her");
    await twins.undo(merge_id);
    expect(await twins.notes(chat_id ?? 0)).toEqual(["Called her"]);
    expect((await twins.conversation(chat_id ?? 0)).allMessages).toEqual([]);
  });

  test("a kept one without a conversation gets the merged one's", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    await twins.inbound(merged.phone, "Hello?");
    await twins.merge(kept.id, merged.id);
    const { chat_id } = await twins.details(kept.id);
    const { currentChat } = await twins.conversation(chat_id ?? 0);
    expect(currentChat).toMatchObject({ new_message: "Hello?", new_message_count: 1, is_replied: 0 });
    expect(currentChat.customer.id).toBe(kept.id);
  });

  test("texts from the merged phone land with the kept one; answers go to the main phone", async () => {
    const [kept, merged, third] = [await twins.person(), await twins.person(), await twins.person()];
    await twins.merge(merged.id, third.id);
    await twins.merge(kept.id, merged.id);
    await twins.inbound(merged.phone, "from my old phone");
    await twins.inbound(third.phone, "from an older one");
    const { chat_id, merged_phones, messages_received } = await twins.details(kept.id);
    expect(messages_received).toBe(2);
    expect(merged_phones.toSorted()).toEqual([merged.phone, third.phone].toSorted());
    expect((await twins.conversation(chat_id ?? 0)).allMessages).toMatchObject([
      { message: "from my old phone", phone: merged.phone },
      { message: "from an older one", phone: third.phone },
    ]);
    await twins.send(kept.id, "the answer");
    expect(sentTo(kept.phone)).toEqual(["the answer"]);
    expect([...sentTo(merged.phone), ...sentTo(third.phone)]).toEqual([]);
    const found = await manager(customers.search, { body: { search_param: merged.phone.slice(2) } });
    expect(found.data.allCustomers.map(({ id }) => id)).toEqual([kept.id]);
  });

  test("a text on its way to the merged one still goes there, and never to the other phone", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    await manager(inbox.sendToCustomer, { body: { customer_id: merged.id, message: "on its way" } });
    await twins.merge(kept.id, merged.id);
    await house.jobs.doAll();
    expect(sentTo(merged.phone)).toEqual(["on its way"]);
    expect(sentTo(kept.phone)).toEqual([]);
  });

  test("the stricter word wins: a STOP from either phone, before or after", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    await twins.inbound(merged.phone, "STOP");
    const { data } = await manager(duplicates.plan, { body: { kept_id: kept.id, merged_id: merged.id } });
    expect(data.becomes_opted_out).toBe(1);
    await twins.merge(kept.id, merged.id);
    expect((await twins.details(kept.id)).optin_status).toBe(0);
    const refused = { status: 409, message: "This customer has opted out of text messages." };
    await expect(twins.send(kept.id, "no")).rejects.toMatchObject(refused);
    await twins.inbound(merged.phone, "START");
    expect((await twins.details(kept.id)).optin_status).toBe(1);

    await twins.inbound(merged.phone, "STOP");
    expect(sentTo(merged.phone).at(-1)).toMatch(/unsubscribed/);
    expect(sentTo(kept.phone)).toEqual([]);
    await expect(twins.send(kept.id, "no")).rejects.toMatchObject(refused);
    const { chat_id } = await twins.details(kept.id);
    const { currentChat } = await twins.conversation(chat_id ?? 0);
    expect(currentChat).toMatchObject({ cannot_send: refused.message, customer: { optin_status: 0 } });
  });
});

describe("phones", () => {
  test.each(["(909) 555-0123", "+1 909 555 0123", "909.555.0123", "9095550123", "1-909-555-0123"])(
    "%s is one phone, however it is written",
    async (phone) => {
      const first = await manager(customers.search, { body: { search_param: "9095550123" } });
      const known = first.data.allCustomers[0]?.id ?? (await addCustomer(manager, { phone: "(909)555-0123" })).id;
      await expect(addCustomer(manager, { phone })).rejects.toMatchObject({
        status: 422,
        fields: { phone: "Another customer has this phone number already" },
      });
      const found = await manager(customers.search, { body: { search_param: phone } });
      expect(found.data.allCustomers.map(({ id }) => id)).toEqual([known]);
    },
  );

  test("the phone of a merged customer is taken, except by the one who stands for it", async () => {
    const [kept, merged, other] = [await twins.person(), await twins.person(), await twins.person()];
    await twins.merge(kept.id, merged.id);
    const typed = merged.phone.replace(/^\+1(\d{3})(\d{3})/, "($1) $2-");
    await expect(addCustomer(manager, { phone: typed })).rejects.toMatchObject({ status: 422 });
    const { first_name, last_name, email, address } = await twins.details(other.id);
    const draft = { first_name, last_name, email, address, company: "", phone: typed };
    await expect(manager(customers.update, { params: { id: other.id }, body: draft })).rejects.toMatchObject({
      fields: { phone: "Another customer has this phone number already" },
    });
    await manager(customers.update, { params: { id: kept.id }, body: draft });
    expect(await twins.details(kept.id)).toMatchObject({ phone: merged.phone, merged_phones: [] });
  });

  test("a deleted customer's phone that texts again is a new caller, and what it said before still counts", async () => {
    const [gone, merged] = [await twins.person(), await twins.person()];
    await twins.merge(gone.id, merged.id);
    await twins.inbound(merged.phone, "STOP");
    await manager(customers.remove, { params: { id: gone.id } });
    for (const phone of [gone.phone, merged.phone]) {
      await twins.inbound(phone, "It's me again");
      const { data } = await manager(customers.search, { body: { search_param: phone.slice(2) } });
      expect(data.allCustomers).toHaveLength(1);
      expect(data.allCustomers[0]).toMatchObject({
        phone,
        first_name: "",
        optin_status: phone === merged.phone ? 0 : 1,
      });
      expect(data.allCustomers[0]?.id).toBeGreaterThan(merged.id);
    }
  });

  test("first texts from the merged phone at the very moment of the merge are not lost", async () => {
    const [kept, merged] = [await twins.person(), await twins.person()];
    const texts = Array.from({ length: 5 }, (_, count) => `text ${count}`);
    await Promise.all([...texts.map((text) => twins.inbound(merged.phone, text)), twins.merge(kept.id, merged.id)]);
    const { chat_id } = await twins.details(kept.id);
    const { allMessages } = await twins.conversation(chat_id ?? 0);
    expect(allMessages.map(({ message }) => message).sort()).toEqual(texts);
    expect(allMessages.every(({ phone }) => phone === merged.phone)).toBe(true);
  });
});
