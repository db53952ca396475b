import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerDeletion } from "#domains/customers/deletion/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { mergeSteps } from "#testing/duplicates/mergeSteps.ts";
import { fileOf } from "#testing/inbox/files.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { customerErasure } from "./contract.ts";

const aDay = 24 * 3_600_000;
const names = { first_name: "Zebulon", last_name: "Quixotely" };
const fullName = "Zebulon Quixotely";
const email = "zeb.quixotely@example.com";
const word = "xylocarpous";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

interface Business {
  readonly dealer: Dealership;
  readonly owner: Caller;
  readonly manager: Caller;
}

let one: Business;
beforeEach(async () => {
  one = await business();
});

async function business(): Promise<Business> {
  const dealer = await app.dealership();
  return { dealer, owner: await app.signIn(dealer.owner), manager: await app.signIn(dealer.manager) };
}

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * aDay).toISOString();

async function inbound({ dealer }: Business, from: string, body: string, media: { url: string; type: string }[] = []) {
  const text = { from, to: dealer.number, body, media, carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText({ ...text, sid: `SMerase${crypto.randomUUID()}` });
  await app.jobs.runAll();
}

async function imported({ dealer, manager }: Business, bytes: string) {
  const { data } = await sendFile(app.http, await app.token(dealer.manager), { bytes });
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, consent: 1 } });
  await app.jobs.runAll();
  return data.upload.id;
}

/** A person about whom there is everything, and a neighbor in the same file. */
async function personWithEverything(business: Business, phone: string, otherPhone: string) {
  const { dealer, manager } = business;
  const neighbor = freshPhone();
  const steps = mergeSteps(app, dealer, manager);
  const draft = { ...names, email, address: `7 ${word} Rd`, company: "", phone: phone.slice(2) };
  const { id } = (await manager(customers.add, { body: draft })).data;
  const file = `Name,Phone,Email,Address\n"Quixotely, Zebulon",${formatPhone(phone)},${email},"7\n${word} Rd"\nNed Neighbor,${neighbor.slice(2)},,\n`;
  const upload_id = await imported(business, file);
  const picture = { url: "https://carrier.example/m/1", type: "image/png" };
  await inbound(business, phone, `My ${word} wagon`, [picture]);
  const chat_id = await steps.send(id, `Hi Zebulon, about the ${word}`);
  const files = { attachment_path: fileOf(`about the ${word}`, "offer.txt") };
  const { data: attachment } = await manager(chatAttachments.add, { body: { chat_id }, files });
  await manager(inbox.send, { body: { chat_id, message: "See this", attachment_ids: [attachment.id] } });
  await steps.note(chat_id, `${fullName} likes ${word}`);
  await manager(tasks.add, { body: { description: `Call ${fullName}`, customer_id: id, due_at: inDays(1) } });
  await steps.appointment(id, inDays(3).slice(0, 10));
  await steps.list("Spring", [id]);
  await manager(scheduledMessages.add, { body: { chat_id, message: `Soon: ${word}`, send_at: inDays(2) } });
  const call = { sid: `CAerase${crypto.randomUUID()}`, from: phone, to: dealer.number };
  await app.voice.listener.onIncomingCall(call);
  const recording = { sid: `RE${call.sid}`, url: `https://carrier.example/${call.sid}`, duration: 5 };
  await app.voice.listener.onRecording(call, { ...recording, part: "voicemail" });
  await app.voice.listener.onCallEnded(call, undefined);
  await app.jobs.runAll();
  const twin = { ...draft, phone: otherPhone.slice(2), email: `second.${email}` };
  const { id: twin_id } = (await manager(customers.add, { body: twin })).data;
  await inbound(business, otherPhone, `The ${word} again`);
  await steps.merge(id, twin_id);
  await manager(customers.remove, { params: { id }, body: { cancel_work: 0 } });
  await manager(customerDeletion.restore, { body: { customer_ids: [id] } });
  await app.pool.query(
    `insert into alerts (dealer_id, location_id, rule, kind, chat_id, why, began_at)
     values ($1, $2, 'untouched', 'warning', $3, $4, now())`,
    [dealer.dealer_id, dealer.location_id, chat_id, `${fullName} waits`],
  );
  // Somebody else's conversation in which the person's number stands.
  const friend = await steps.person();
  await inbound(business, friend.phone, `Please also text ${formatPhone(phone)}`);
  await inbound(business, phone, "STOP");
  await app.jobs.runAll();
  return { id, neighbor, upload_id, friend };
}

const everyText = `select c.table_schema, c.table_name, c.column_name,
    bool_or(c.column_name = 'dealer_id') over (partition by c.table_schema, c.table_name) as has_dealer, c.data_type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`;

/** Where the whole database, but for one business, has one of the texts: `table.column`. */
async function found(texts: readonly string[], except_dealer_id = -1): Promise<string[]> {
  const { rows: columns } = await app.pool.query(everyText);
  const places: string[] = [];
  for (const { table_schema, table_name, column_name, has_dealer, data_type } of columns) {
    if (!/text|char|json|ARRAY/.test(data_type)) continue;
    const scope = has_dealer ? "dealer_id <> $2" : "$2::bigint is not null";
    const { rows } = await app.pool.query(
      `select count(*)::int as count from "${table_schema}"."${table_name}"
       where ${scope} and "${column_name}"::text ilike any($1)`,
      [texts.map((text) => `%${text}%`), except_dealer_id],
    );
    if (rows[0].count > 0) places.push(`${table_name}.${column_name}`);
  }
  return places;
}

const formsOf = (phone: string) => [phone.slice(2), formatPhone(phone)];

async function snapshot(dealer_id: number) {
  const read = async (table: string) =>
    (
      await app.pool.query(`select to_jsonb(t) as row from ${table} t where dealer_id = $1 order by t::text`, [
        dealer_id,
      ])
    ).rows;
  const tables = ["customers", "messages", "consent_events", "suppressions", "upload_chunks", "tasks", "notifications"];
  return Promise.all(tables.map(read));
}

async function storedFiles(business: Business) {
  const { dealer_id } = business.dealer;
  const { rows } = await app.pool.query<{ key: string }>(
    `select storage_key as key from message_media where dealer_id = $1 and storage_key is not null
     union all select storage_key from chat_attachments where dealer_id = $1
     union all select storage_key from call_recordings where dealer_id = $1 and storage_key is not null`,
    [dealer_id],
  );
  return rows.map(({ key }) => key);
}

const erase = ({ owner }: Business, id: number, reason = "Asked by email") =>
  owner(customerErasure.erase, { params: { id }, body: { reason, confirmation: "ERASE" } });

test("erases a person from every table and file, and leaves the hash, the audit line and everybody else", async () => {
  const two = await business();
  const [phone, otherPhone] = [freshPhone(), freshPhone()];
  const { id, neighbor, upload_id, friend } = await personWithEverything(one, phone, otherPhone);
  await personWithEverything(two, phone, otherPhone);
  const texts = [...formsOf(phone), ...formsOf(otherPhone), email, fullName, names.last_name, word];
  const [files, theirs] = [await storedFiles(one), await snapshot(two.dealer.dealer_id)];
  expect(files).toHaveLength(3);
  expect(await found(texts, two.dealer.dealer_id)).toEqual(
    expect.arrayContaining(["customers.phone", "messages.message", "upload_chunks.cells", "customer_merges.moved"]),
  );

  const { message } = await erase(one, id, `${fullName} asked from ${formatPhone(phone)}`);
  expect(message).toBe("Erased. A search for this person found nothing.");
  await app.jobs.runAll();

  expect(await found(texts, two.dealer.dealer_id)).toEqual([]);
  expect(JSON.stringify(app.jobs.queued)).not.toMatch(new RegExp([...texts.slice(0, 1), email, word].join("|")));
  for (const key of files) expect(await app.server.ports.storage.get(key)).toBeUndefined();
  const { rows } = await app.pool.query("select file_key from uploads where id = $1 and dealer_id = $2", [
    upload_id,
    one.dealer.dealer_id,
  ]);
  const file = await app.server.ports.storage.get(rows[0].file_key);
  const kept = Buffer.concat((await file?.stream().toArray()) ?? []).toString();
  expect(kept).toContain(neighbor.slice(2));
  for (const text of texts) expect(kept).not.toContain(text);
  const audit = await app.pool.query("select detail from audit_log where dealer_id = $1 and action = 'erased'", [
    one.dealer.dealer_id,
  ]);
  expect(audit.rows).toEqual([{ detail: { reason: "[erased] asked from [erased]", customers: 2 } }]);
  expect((await one.manager(customers.details, { params: { id: friend.id } })).data.phone).toBe(friend.phone);
  expect(await snapshot(two.dealer.dealer_id)).toEqual(theirs);
});

test("a STOP holds when the phone comes back by a text, an import or the form, until a START", async () => {
  const phone = freshPhone();
  await inbound(one, phone, "Hello");
  await inbound(one, phone, "STOP");
  const idOf = async () => {
    const query = "select id from customers where dealer_id = $1 and phone = $2 and deleted_at is null";
    return (await app.pool.query(query, [one.dealer.dealer_id, phone])).rows[0]?.id as number;
  };
  const status = async () => (await one.manager(customers.details, { params: { id: await idOf() } })).data.optin_status;

  await erase(one, await idOf());
  expect(await idOf()).toBeUndefined();
  const key = createHmac("sha256", app.server.secret).update("phones of erased people").digest();
  const hash = createHmac("sha256", key).update(`${one.dealer.dealer_id} ${phone}`).digest("hex");
  const { rows } = await app.pool.query("select phone from suppressions where dealer_id = $1", [one.dealer.dealer_id]);
  expect(rows).toEqual([{ phone: `erased:${hash}` }]);
  await imported(one, `Name,Phone\nAna Diaz,${phone.slice(2)}\n`);
  expect(await status()).toBe(0);

  await erase(one, await idOf());
  await inbound(one, phone, "Hi there");
  expect(await status()).toBe(0);
  const sent = app.sms.sent.length;
  const body = { customer_id: await idOf(), message: "Hello" };
  await expect(one.manager(inbox.sendToCustomer, { body })).rejects.toThrow();
  expect(app.sms.sent).toHaveLength(sent);

  await erase(one, await idOf());
  await one.manager(customers.add, {
    body: { ...names, email, address: "1 Main St", company: "", phone: phone.slice(2) },
  });
  expect(await status()).toBe(0);
  await inbound(one, phone, "START");
  expect(await status()).toBe(1);
});

test("erases nothing when the search finds a trace", async () => {
  const phone = freshPhone();
  const { id } = await mergeSteps(app, one.dealer, one.manager).person({ phone });
  const { dealer_id, location_id } = one.dealer;
  await app.pool.query("insert into business_hours (dealer_id, location_id, week) values ($1, $2, $3)", [
    dealer_id,
    location_id,
    JSON.stringify([formatPhone(phone), ...Array(6).fill(null)]),
  ]);
  const queued = app.jobs.queued.length;
  await expect(erase(one, id)).rejects.toThrow(
    "Nothing was erased: this person would still be found in business hours.",
  );
  expect((await one.manager(customers.details, { params: { id } })).data.phone).toBe(phone);
  expect(app.jobs.queued).toHaveLength(queued);
  await app.pool.query("delete from business_hours where dealer_id = $1", [dealer_id]);
});

test("erases what comes in meanwhile ten minutes later", async () => {
  const steps = mergeSteps(app, one.dealer, one.manager);
  const { id } = await steps.person();
  const chat_id = await steps.send(id, "Hello");
  await erase(one, id);
  await app.pool.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state) values ($1, $2, 1, $3, 'received')`,
    [one.dealer.dealer_id, chat_id, "A late word"],
  );
  app.clock.set(new Date(app.clock.now().getTime() + 601_000));
  await app.jobs.runAll();
  const { rows } = await app.pool.query("select message from messages where dealer_id = $1 and chat_id = $2", [
    one.dealer.dealer_id,
    chat_id,
  ]);
  expect(rows).toEqual([{ message: "" }, { message: "" }]);
});

test("downloads everything first", async () => {
  const phone = freshPhone();
  const { id } = await personWithEverything(one, phone, freshPhone());
  const { url } = (await one.owner(customerErasure.everything, { params: { id } })).data;
  const answer = await app.http.inject(url);
  const content = answer.json();
  expect(content).toMatchObject({ names: [fullName], emails: [email, `second.${email}`] });
  expect(content.phones).toContain(phone);
  expect(content.files).toHaveLength(3);
  expect(Object.keys(content.records)).toEqual(
    expect.arrayContaining(["customers", "messages", "chat_notes", "appointments", "tasks", "consent_events", "calls"]),
  );
  expect(JSON.stringify(content.records.messages)).toContain(word);
});

test("takes the typed word and a reason, from the owner, once", async () => {
  await inbound(one, freshPhone(), "Hello");
  const { rows } = await app.pool.query("select id from customers where dealer_id = $1", [one.dealer.dealer_id]);
  const { id } = rows[0];
  const body = { reason: "Asked", confirmation: "ERASE" };
  const refused = (call: Caller, more: object) =>
    call(customerErasure.erase, { params: { id }, body: { ...body, ...more } }).then(
      () => "erased",
      (error: { kind?: string; message: string }) => error.message,
    );
  expect(await refused(one.owner, { confirmation: "erase" })).toBe("Type ERASE to confirm");
  expect(await refused(one.owner, { reason: " " })).toBe("Enter who asked for this, and how");
  expect(await refused(one.manager, {})).not.toBe("erased");
  expect(await refused((await business()).owner, {})).not.toBe("erased");
  await erase(one, id);
  expect(await refused(one.owner, {})).not.toBe("erased");
});
