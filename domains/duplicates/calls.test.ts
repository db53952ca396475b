import { afterAll, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startMergeApp } from "#testing/duplicates/mergeSteps.ts";
import { duplicates } from "./contract.ts";

const { app, dealer, manager, merging } = await startMergeApp();
afterAll(() => app.close());

const pairOf = async (one: number, other: number) =>
  (await merging.pairs()).find((pair) => pair.one.id === one && pair.other.id === other);
const sentTo = (phone: string) => app.sms.sent.filter(({ to }) => to === phone).map(({ body }) => body);

describe("finding", () => {
  test("the same email in another case, or the same name with the same address or company", async () => {
    const one = await merging.person({
      first_name: "Ana",
      last_name: "Diaz",
      address: "5 Oak St.",
      company: "Diaz LLC",
    });
    const mail = await merging.person({ email: `P${one.phone.slice(2)}@Example.com` });
    const home = await merging.person({ first_name: "ana", last_name: "diaz", address: "5 oak st" });
    const work = await merging.person({
      first_name: "Ana",
      last_name: "Diaz",
      address: "Elsewhere 1",
      company: "DIAZ LLC",
    });
    await manager(consent.opt, { body: { user_id: mail.id, opt_type: "out" } });
    expect(await pairOf(one.id, mail.id)).toMatchObject({
      reasons: ["email"],
      one: { consent_state: "unknown" },
      other: { consent_state: "revoked" },
    });
    expect((await pairOf(one.id, home.id))?.reasons).toEqual(["address"]);
    expect((await pairOf(one.id, work.id))?.reasons).toEqual(["company"]);
    expect(await pairOf(home.id, work.id)).toBeUndefined();
    const { data } = await manager(duplicates.ofCustomer, { params: { customer_id: one.id } });
    expect(data.pairs.map((pair) => pair.other.id).sort()).toEqual([mail.id, home.id, work.id].sort());
  });

  test("a phone mistyped by one digit or one swap", async () => {
    const name = { first_name: "Slip", last_name: "Finger" };
    const first = await merging.person({ ...name, address: "1 A St", phone: "+12125551234" });
    const digit = await merging.person({ ...name, address: "2 B St", phone: "+12125551239" });
    const swap = await merging.person({ ...name, address: "3 C St", phone: "+12125515234" });
    const far = await merging.person({ ...name, address: "4 D St", phone: "+13105559876" });
    expect((await pairOf(first.id, digit.id))?.reasons).toEqual(["phone"]);
    expect((await pairOf(first.id, swap.id))?.reasons).toEqual(["phone"]);
    expect(await pairOf(first.id, far.id)).toBeUndefined();
  });

  test("ignores a value shared by eight customers, and deleted customers", async () => {
    const email = "none@example.com";
    const all = [];
    for (let count = 0; count < 8; count++) all.push(await merging.person({ email }));
    expect((await merging.pairs()).filter(({ one }) => one.email === email)).toEqual([]);
    await manager(customers.remove, { params: { id: all[0]?.id ?? 0 } });
    expect((await merging.pairs()).filter(({ one }) => one.email === email)).toHaveLength(21);
    for (const { id } of all.slice(1, 6)) await manager(customers.remove, { params: { id } });
    expect((await merging.pairs()).filter(({ one }) => one.email === email)).toHaveLength(1);
  });

  test("ignores customers of another location", async () => {
    const owner = await app.signIn(dealer.owner, dealer.otherLocation_id);
    const mine = await merging.person();
    const email = `p${mine.phone.slice(2)}@example.com`;
    const { id } = await addCustomer(owner, { phone: mine.phone, email });
    expect(await pairOf(mine.id, id)).toBeUndefined();
    expect((await owner(duplicates.all)).data.pairs).toEqual([]);
  });

  test("remembers pairs that are not the same, in either order", async () => {
    const one = await merging.person({ email: "family@example.com" });
    const other = await merging.person({ email: "family@example.com" });
    expect(await pairOf(one.id, other.id)).toBeDefined();
    await manager(duplicates.apart, { body: { customer_id: other.id, other_id: one.id } });
    await manager(duplicates.apart, { body: { customer_id: one.id, other_id: other.id } });
    expect(await pairOf(one.id, other.id)).toBeUndefined();
    const { data } = await manager(duplicates.ofCustomer, { params: { customer_id: other.id } });
    expect(data).toEqual({ pairs: [], truncated: false });
  });
});

describe("merging", () => {
  test("everything moves to the kept customer, as planned", async () => {
    const kept = await merging.person({ first_name: "Ana", email: `kept${Date.now()}@example.com`, company: "" });
    const merged = await merging.person({ first_name: "Anna", company: "Diaz LLC" });
    await merging.inbound(merged.phone, "first");
    const chat = await merging.send(kept.id, "second");
    await merging.inbound(merged.phone, "third");
    await merging.inbound(kept.phone, "fourth");
    const appointmentId = await merging.appointment(merged.id, "2027-05-05");
    const both = await merging.list(`Both ${kept.id}`, [kept.id, merged.id]);
    const only = await merging.list(`Only ${kept.id}`, [merged.id]);
    const before = { kept: await merging.details(kept.id), merged: await merging.details(merged.id) };

    const body = { kept_id: kept.id, merged_id: merged.id };
    const { data: plan } = await manager(duplicates.plan, { body });
    expect(plan).toMatchObject({ messages: 2, appointments: 1, lists: [`Only ${kept.id}`], suggested: ["company"] });
    expect(plan).toMatchObject({ becomes_opted_out: 0, cannot_merge: "" });

    app.events.published.length = 0;
    await merging.merge(kept.id, merged.id, ["name", "company"]);
    const now = await merging.details(kept.id);
    expect(now).toMatchObject({ first_name: "Anna", company: "Diaz LLC", email: before.kept.email });
    expect(now).toMatchObject({ phone: kept.phone, merged_phones: [merged.phone], chat_id: chat });
    expect(now.messages_received).toBe(before.kept.messages_received + before.merged.messages_received);
    expect(now.lists.map(({ id }) => id).sort()).toEqual([both, only].sort());

    const { allMessages, currentChat } = await merging.conversation(chat);
    expect(allMessages.map(({ message }) => message)).toEqual(["first", "second", "third", "fourth"]);
    expect(allMessages.map(({ phone }) => phone)).toEqual([merged.phone, null, merged.phone, null]);
    expect(currentChat).toMatchObject({ new_message: "fourth", new_message_count: 3, is_replied: 0 });

    const { data } = await manager(appointments.table, { body: { length: 500 } });
    expect(data.find(({ id }) => id === appointmentId)?.customer_id).toBe(kept.id);
    await expect(merging.details(merged.id)).rejects.toMatchObject({ status: 404 });
    const published = app.events.inRoom({
      kind: "location",
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
    });
    expect(published.map(({ event }) => event)).toEqual([
      "chat-messages-moved",
      "chat-messages-moved",
      "appointment-changed",
      "customers-merged",
    ]);
    const audited = await app.pool.query("select detail from audit_log where action = 'merged' and subject_id = $1", [
      merged.id,
    ]);
    expect(audited.rows).toEqual([{ detail: expect.objectContaining({ into: kept.id }) }]);
  });

  test("tags, notes and calls move along, including later reports of a call", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    const chat = await merging.send(kept.id, "Welcome!");
    const other = await merging.send(merged.id, "Welcome to you!");
    await merging.tag(chat, "Hot Lead");
    for (const tag of ["Hot Lead", "Trade-In"] as const) await merging.tag(other, tag);
    await merging.note(chat, "Likes red");
    await merging.note(other, "Likes blue");
    const key = { sid: `CAringing${kept.id}`, from: merged.phone, to: dealer.number };
    await app.voice.listener.onIncomingCall(key);
    await merging.merge(kept.id, merged.id);

    const { data } = await manager(chatTags.ofChat, { params: { chat_id: chat } });
    expect(data.my_tags.map(({ tag }) => tag)).toEqual(["Hot Lead", "Trade-In"]);
    expect((await merging.details(kept.id)).tags.map(({ tag }) => tag)).toEqual(["Hot Lead", "Trade-In"]);
    expect((await merging.notes(chat)).toSorted()).toEqual(["Likes blue", "Likes red"]);
    await app.voice.listener.onCallEnded(key, undefined);
    await app.jobs.runAll();
    const { allMessages } = await merging.conversation(chat);
    expect(allMessages.find(({ call }) => call?.outcome === "missed")).toMatchObject({ phone: merged.phone });
  });

  test("a note added after the merge keeps the chat that the merge created", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    await merging.inbound(merged.phone, "Hello?");
    const merge_id = await merging.merge(kept.id, merged.id);
    const { chat_id } = await merging.details(kept.id);
    await merging.note(chat_id ?? 0, "Called her");
    await merging.undo(merge_id);
    expect(await merging.notes(chat_id ?? 0)).toEqual(["Called her"]);
    expect((await merging.conversation(chat_id ?? 0)).allMessages).toEqual([]);
  });

  test("a kept customer without a chat gets the merged customer's", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    await merging.inbound(merged.phone, "Hello?");
    await merging.merge(kept.id, merged.id);
    const { chat_id } = await merging.details(kept.id);
    const { currentChat } = await merging.conversation(chat_id ?? 0);
    expect(currentChat).toMatchObject({ new_message: "Hello?", new_message_count: 1, is_replied: 0 });
    expect(currentChat.customer.id).toBe(kept.id);
  });

  test("texts from the merged phone reach the kept customer; replies go to the main phone", async () => {
    const [kept, merged, third] = [await merging.person(), await merging.person(), await merging.person()];
    await merging.merge(merged.id, third.id);
    await merging.merge(kept.id, merged.id);
    await merging.inbound(merged.phone, "from my old phone");
    await merging.inbound(third.phone, "from an older one");
    const { chat_id, merged_phones, messages_received } = await merging.details(kept.id);
    expect(messages_received).toBe(2);
    expect(merged_phones.toSorted()).toEqual([merged.phone, third.phone].toSorted());
    expect((await merging.conversation(chat_id ?? 0)).allMessages).toMatchObject([
      { message: "from my old phone", phone: merged.phone },
      { message: "from an older one", phone: third.phone },
    ]);
    await merging.send(kept.id, "the answer");
    expect(sentTo(kept.phone)).toEqual(["the answer"]);
    expect([...sentTo(merged.phone), ...sentTo(third.phone)]).toEqual([]);
    const found = await manager(customers.search, { body: { search_param: merged.phone.slice(2) } });
    expect(found.data.allCustomers.map(({ id }) => id)).toEqual([kept.id]);
  });

  test("a queued text to the merged customer still goes to their phone only", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    await manager(inbox.sendToCustomer, { body: { customer_id: merged.id, message: "on its way" } });
    await merging.merge(kept.id, merged.id);
    await app.jobs.runAll();
    expect(sentTo(merged.phone)).toEqual(["on its way"]);
    expect(sentTo(kept.phone)).toEqual([]);
  });

  test("the stricter consent wins: a STOP from either phone, before or after", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    await merging.inbound(merged.phone, "STOP");
    const { data } = await manager(duplicates.plan, { body: { kept_id: kept.id, merged_id: merged.id } });
    expect(data.becomes_opted_out).toBe(1);
    await merging.merge(kept.id, merged.id);
    expect((await merging.details(kept.id)).optin_status).toBe(0);
    const refused = { status: 409, message: "This customer has opted out of text messages." };
    await expect(merging.send(kept.id, "no")).rejects.toMatchObject(refused);
    await merging.inbound(merged.phone, "START");
    expect((await merging.details(kept.id)).optin_status).toBe(1);

    await merging.inbound(merged.phone, "STOP");
    expect(sentTo(merged.phone).at(-1)).toMatch(/unsubscribed/);
    expect(sentTo(kept.phone)).toEqual([]);
    await expect(merging.send(kept.id, "no")).rejects.toMatchObject(refused);
    const { chat_id } = await merging.details(kept.id);
    const { currentChat } = await merging.conversation(chat_id ?? 0);
    expect(currentChat).toMatchObject({ cannot_send: refused.message, customer: { optin_status: 0 } });
  });
});

describe("phones", () => {
  test.each(["(909) 555-0123", "+1 909 555 0123", "909.555.0123", "9095550123", "1-909-555-0123"])(
    "%s is one phone, in any format",
    async (phone) => {
      const first = await manager(customers.search, { body: { search_param: "9095550123" } });
      const known = first.data.allCustomers[0]?.id ?? (await addCustomer(manager, { phone: "(909)555-0123" })).id;
      await expect(addCustomer(manager, { phone })).rejects.toMatchObject({
        status: 422,
        fields: { phone: "Another customer already has this phone number" },
      });
      const found = await manager(customers.search, { body: { search_param: phone } });
      expect(found.data.allCustomers.map(({ id }) => id)).toEqual([known]);
    },
  );

  test("a merged customer's phone is taken, except for the customer they were merged into", async () => {
    const [kept, merged, other] = [await merging.person(), await merging.person(), await merging.person()];
    await merging.merge(kept.id, merged.id);
    const typed = merged.phone.replace(/^\+1(\d{3})(\d{3})/, "($1) $2-");
    await expect(addCustomer(manager, { phone: typed })).rejects.toMatchObject({ status: 422 });
    const { first_name, last_name, email, address } = await merging.details(other.id);
    const draft = { first_name, last_name, email, address, company: "", phone: typed };
    await expect(manager(customers.update, { params: { id: other.id }, body: draft })).rejects.toMatchObject({
      fields: { phone: "Another customer already has this phone number" },
    });
    await manager(customers.update, { params: { id: kept.id }, body: draft });
    expect(await merging.details(kept.id)).toMatchObject({ phone: merged.phone, merged_phones: [] });
  });

  test("a deleted customer's phone that texts again becomes a new customer, and its consent still counts", async () => {
    const [deleted, merged] = [await merging.person(), await merging.person()];
    await merging.merge(deleted.id, merged.id);
    await merging.inbound(merged.phone, "STOP");
    await manager(customers.remove, { params: { id: deleted.id } });
    for (const phone of [deleted.phone, merged.phone]) {
      await merging.inbound(phone, "It's me again");
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

  test("texts from the merged phone that arrive during the merge are not lost", async () => {
    const [kept, merged] = [await merging.person(), await merging.person()];
    const texts = Array.from({ length: 5 }, (_, count) => `text ${count}`);
    await Promise.all([...texts.map((text) => merging.inbound(merged.phone, text)), merging.merge(kept.id, merged.id)]);
    const { chat_id } = await merging.details(kept.id);
    const { allMessages } = await merging.conversation(chat_id ?? 0);
    expect(allMessages.map(({ message }) => message).sort()).toEqual(texts);
    expect(allMessages.every(({ phone }) => phone === merged.phone)).toBe(true);
  });
});
