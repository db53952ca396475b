import type { Caller } from "#core/client.ts";
import { addCustomer } from "#core/testing/customer.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import type { TestHouse } from "#core/testing/house.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { usualRules } from "#domains/alerts/rules.ts";
import { sweepAlerts } from "#domains/alerts/server/public.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes } from "#domains/inbox/notes/contract.ts";
import { scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { voice } from "#domains/inbox/voice/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";

/** The ids of one row of each kind. */
export interface Rows {
  customer: number;
  /** With the customer in it. */
  list: number;
  chat: number;
  /** What the customer said that staff have to decide about. */
  question: number;
  message: number;
  appointment: number;
  task: number;
  location: number;
  /** A customer besides. */
  twin: number;
  /** Of two other customers. */
  merge: number;
  /** A preview, one of its records, and an import that is done. */
  upload: number;
  record: number;
  imported: number;
  note: number;
  /** A file that was added to the chat and not sent, and a text that waits for its time. */
  attachment: number;
  scheduled: number;
  /** A sign-in besides the one that asks. */
  session: number;
  /** The person who asks. */
  member: number;
  /** Added by the owner of the business, and somebody whom the owner invited. */
  colleague: number;
  invitation: number;
  /** Told to the person who asks. */
  notification: number;
  /** Of the import. */
  alert: number;
}

const toDo = { description: "Call about the trade-in" };
const dueAt = (house: TestHouse) => new Date(house.clock.now().getTime() + 86_400_000).toISOString();

let named = 0;

/**
 * Makes one row of each kind by the product's own calls; the message failed, so that it may be sent again.
 *
 * @param manager makes what `call`'s own role may not.
 */
export async function rowsBy(house: TestHouse, call: Caller, manager: Caller = call): Promise<Rows> {
  const { id: customer_id } = await addCustomer(call);
  // More is made here than people may make, and signed in more often.
  await house.pool.query("delete from rate_limits");
  named += 1;
  const { list_id } = (await manager(lists.add, { body: { title: `List ${named}` } })).data;
  await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [customer_id] } });
  // What was left to do would take the answer that is meant for this message.
  await house.jobs.doAll();
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  house.sms.answerNext({ kind: "refused", refusal });
  const { data: chat } = await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
  await house.jobs.doAll();
  const { data } = await call(inbox.messages, { params: { chat_id: chat.chat_id }, body: {} });
  const question = await ask(house, call, customer_id);
  const visitor = await addCustomer(call);
  const now = {
    timeType: "now" as const,
    appointment_date: "",
    customTimeHours: "",
    customTimeMinutes: "",
    customTimeAmPm: "",
  };
  const visit = { ...now, title: "Visit", notes: "", customer_id: visitor.id } as const;
  const appointment = await call(appointments.add, { body: visit });
  const message = data.allMessages[0]?.id ?? 0;
  const note = (await call(chatNotes.add, { body: { chat_id: chat.chat_id, note: "Likes red" } })).data.id;
  await call(chatTags.add, { body: { chat_id: chat.chat_id, tag_id: await someTag(house) } });
  const places = await call(locations.list);
  const location = places.data[0]?.id ?? 0;
  const ids = { customer: customer_id, list: list_id, chat: chat.chat_id, message, appointment: appointment.data.id };
  await call(appointments.add, { body: { ...visit, ...later, customer_id } });
  const uploaded = await uploadsBy(house, manager);
  return {
    ...ids,
    note,
    question,
    ...(await outboxBy(house, call, visitor.id)),
    ...(await twinsBy(manager)),
    ...uploaded,
    alert: await alertBy(house, call),
    task: (await call(tasks.add, { body: { ...toDo, customer_id, due_at: dueAt(house) } })).data.id,
    location,
    session: await otherSession(house, call),
    member: (await call(accounts.profile)).data.id,
    ...(await teamBy(house, call)),
    notification: await told(house, call, chat.chat_id),
  };
}

/** A colleague mentions the person who asks, who has a browser that is reached by push. */
async function told(house: TestHouse, call: Caller, chat_id: number): Promise<number> {
  const { id, dealer_id, location_id } = (await call(accounts.profile)).data;
  await call(notifications.updateToken, { body: { fcm_token: `the-browser-of-${id}-${chat_id}` } });
  const place = { dealer_id, location_id: location_id ?? 0 };
  const news = { kind: "mention", title: "Ana mentioned you", text: "Please look", chat_id } as const;
  await house.server.within.business(place, "test", (unit) => notify(unit, { ...place, user_ids: [id] }, news));
  return (await call(notifications.list)).data.notifications[0]?.id ?? 0;
}

/** One operator for all rows of a house: making one and signing in are slow on purpose. */
const operators = new WeakMap<TestHouse, Promise<Caller>>();

function operatorOf(house: TestHouse): Promise<Caller> {
  const known = operators.get(house) ?? house.operator().then(({ email }) => house.signIn(email));
  operators.set(house, known);
  return known;
}

/** The platform's first tag, the same for every business. */
async function someTag(house: TestHouse): Promise<number> {
  const operator = await operatorOf(house);
  const { data } = await operator(operatorTags.table, { body: { order: [] } });
  return data[0]?.id ?? (await operator(operatorTags.add, { body: { name: "Hot Lead" } })).data.id;
}

/** The customer who was texted last probably asks not to be texted. */
async function ask(house: TestHouse, call: Caller, id: number): Promise<number> {
  const last = house.sms.sent.at(-1);
  const text = { from: last?.to ?? "", to: last?.from ?? "", body: "Please stop texting me", media: [] };
  await house.sms.listener.inbound({ ...text, sid: `SM${last?.reference}q`, carrierAnsweredOptOut: false });
  return (await call(consent.history, { params: { id } })).data.asked?.event_id ?? 0;
}

const later = {
  timeType: "custom" as const,
  appointment_date: "2030-01-02",
  ...{ customTimeHours: "09", customTimeMinutes: "00", customTimeAmPm: "AM" },
};

/** What is on its way to a customer: a file, and a text that waits. */
async function outboxBy(house: TestHouse, call: Caller, customer_id: number) {
  const { chat_id } = (await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
  const files = { attachment_path: new File(["A price list"], "prices.txt") };
  const attachment = (await call(chatAttachments.add, { body: { chat_id }, files })).data.id;
  const send_at = new Date(house.clock.now().getTime() + 86_400_000).toISOString();
  const later = await call(scheduledMessages.add, { body: { chat_id, message: "See you", send_at } });
  return { attachment, scheduled: later.data.id };
}

/** A customer, and two who were merged and of whom one is known to be somebody else. */
async function twinsBy(call: Caller): Promise<Pick<Rows, "twin" | "merge">> {
  const [twin, kept, merged] = [await addCustomer(call), await addCustomer(call), await addCustomer(call)];
  await call(duplicates.apart, { body: { customer_id: twin.id, other_id: kept.id } });
  const { data } = await call(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
  return { twin: twin.id, merge: data.merge_id };
}

/** An import, and then a preview: the newest of its person. */
async function uploadsBy(house: TestHouse, call: Caller): Promise<Pick<Rows, "upload" | "record" | "imported">> {
  const paste = async () => (await call(uploads.csvCopy, { body: { csv_file: `Phone\n${freshPhone()}\n` } })).data;
  const { upload: first } = await paste();
  await call(uploads.copyFromTemp, { body: { upload_id: first.id } });
  await house.jobs.doAll();
  const { upload, csvCustomers } = await paste();
  await call(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  return { upload: upload.id, record: csvCustomers[0]?.id ?? 0, imported: first.id };
}

/** The newest import that has ended is told of. */
async function alertBy(house: TestHouse, call: Caller): Promise<number> {
  await sweepAlerts(house.server);
  const { data } = await call(alerts.table, { body: { length: 500 } });
  return Math.max(...data.flatMap(({ rule, id }) => (rule === "import" ? [id] : [])));
}

/** Somebody who works where the owner starts, and somebody who is asked to. */
async function teamBy(house: TestHouse, call: Caller): Promise<Pick<Rows, "colleague" | "invitation">> {
  const { dealer_id } = (await call(accounts.profile)).data;
  const sql = "select email from users where dealer_id = $1 and user_type = 'dealer'";
  const { rows } = await house.pool.query<{ email: string }>(sql, [dealer_id]);
  const owner = await house.signIn(rows[0]?.email ?? "");
  named += 1;
  const person = { first_name: "Ana", last_name: "Lopez", phone: "" };
  const email = (what: string) => `${what}-${dealer_id}-${named}@example.com`;
  const body = { ...person, email: email("colleague"), password: "Harbor-lights-9" };
  const colleague = (await owner(team.add, { body })).data.id;
  const { data } = await owner(invitations.send, { body: { ...person, email: email("invited") } });
  return { colleague, invitation: data.invitation_id };
}

async function otherSession(house: TestHouse, call: Caller): Promise<number> {
  const { email } = (await call(accounts.profile)).data;
  await house.token(email);
  const { sessions } = (await call(settings.sessions)).data;
  return Math.max(...sessions.map(({ id }) => id));
}

/** A new location, and a number that the operator buys for it. */
async function buyNumber(house: TestHouse, { dealer_id, owner }: Dealership): Promise<void> {
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  await (await house.signIn(owner))(locations.store, { body: place });
  const operator = await house.signIn((await house.operator()).email);
  await operator(clients.buyNumber, { body: { dealerId: dealer_id, selectedNumber: freshPhone() } });
}

/** A call that nobody took, and what the caller left; the location's own way to take calls. */
async function callInVain(house: TestHouse, { owner, number: to }: Dealership): Promise<void> {
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "" } as const;
  await (await house.signIn(owner))(voice.changeSettings, { body });
  const from = freshPhone();
  const sid = `CA${from.slice(1)}`;
  await house.voice.listener.incoming({ sid, from, to });
  const recording = { sid: `RE${sid}`, url: "https://example.com/voice", part: "voicemail", duration: 3 } as const;
  await house.voice.listener.recorded({ sid, from, to }, recording);
}

/** Answers one who waits. */
async function answer(call: Caller): Promise<void> {
  const { data } = await call(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
  await call(inbox.send, { body: { chat_id: data.allActiveChats[0]?.id ?? 0, message: "Sorry that you waited" } });
}

/** Lets a business live for a moment, so that each of its tables has a row. */
export async function live(house: TestHouse, dealer: Dealership): Promise<void> {
  const manager = await house.signIn(dealer.manager);
  await rowsBy(house, manager);
  await manager(alerts.changeRules, { body: usualRules });
  await manager(tasks.changeRules, { body: { unreplied: 1, missed_call: 1, no_show: 0, unconfirmed: 1 } });
  await buyNumber(house, dealer);
  await house.pool.query("update locations set notification_phone_no = $2 where dealer_id = $1", [
    dealer.dealer_id,
    freshPhone(),
  ]);
  await callInVain(house, dealer);
  await answer(manager);
  const week = Array.from({ length: 7 }, () => ({ opens: 540, closes: 1080 }));
  await manager(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed: [] } });
  const { listener, sids } = house.sms;
  const reference = [...house.sms.sent].reverse().find(({ from }) => from === dealer.number)?.reference ?? "";
  const text = { from: freshPhone(), to: dealer.number, carrierAnsweredOptOut: false };
  const media = [{ url: "https://example.com/picture.png", type: "image/png" }];
  await listener.inbound({ ...text, sid: `SM${reference}a`, body: "Hello", media });
  await listener.inbound({ ...text, sid: `SM${reference}b`, body: "STOP", media: [] });
  await house.jobs.doAll();
  await house.pool.query(
    `insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
     values ($1, $2, date_trunc('hour', now()), 0, 1, 1, 1)`,
    [dealer.dealer_id, dealer.location_id],
  );
  for (const marks of ["message_hours_stale", "figure_hours_stale"]) {
    await house.pool.query(`insert into ${marks} (dealer_id, hour) values ($1, date_trunc('hour', now()))`, [
      dealer.dealer_id,
    ]);
  }
  await house.pool.query(
    "insert into figure_hours values ($1, $2, date_trunc('hour', now()), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
    [dealer.dealer_id, dealer.location_id],
  );
  const answered = [...house.sms.sent].reverse().find(({ to }) => to === text.from)?.reference ?? "";
  await listener.status({
    reference: answered,
    sid: sids.get(answered) ?? "",
    status: "delivered",
    refusal: undefined,
  });
}
