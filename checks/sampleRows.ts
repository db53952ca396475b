import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { defaultAlertRules } from "#domains/alerts/rules.ts";
import { sweepAlerts } from "#domains/alerts/server/sweepAlerts.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { firstRun } from "#domains/inbox/firstRun/contract.ts";
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
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";
import { createAppointments } from "./sampleAppointments.ts";

/** The ids of one row of each kind. */
export interface SampleRowIds {
  customer: number;
  /** Contains the customer. */
  list: number;
  chat: number;
  /** A possible opt-out that staff have to decide about. */
  consentEvent: number;
  message: number;
  appointment: number;
  deletedAppointment: number;
  task: number;
  location: number;
  deletedCustomer: number;
  /** Marked as a different person from one of the merged customers. */
  otherCustomer: number;
  /** Joined two further customers. */
  merge: number;
  /** A preview, one of its records, and a finished import. */
  upload: number;
  record: number;
  imported: number;
  note: number;
  /** An uploaded file that is not sent yet, and a scheduled text. */
  attachment: number;
  scheduled: number;
  /** Another session of the caller. */
  session: number;
  /** The caller. */
  member: number;
  /** A member whom the owner added, and an invitation that the owner sent. */
  colleague: number;
  invitation: number;
  /** For the caller. */
  notification: number;
  /** About the import. */
  alert: number;
}

const taskDraft = { description: "Call about the trade-in" };
const dueAt = (app: TestApp) => new Date(app.clock.now().getTime() + 86_400_000).toISOString();

let nameCount = 0;

/**
 * Creates one row of each kind through the product's own calls; the message has failed, so that it can be retried.
 *
 * @param manager creates what the role of `call` may not.
 */
export async function createSampleRows(app: TestApp, call: Caller, manager: Caller = call): Promise<SampleRowIds> {
  const { id: customer_id } = await addCustomer(call);
  await app.pool.query("delete from rate_limits"); // It creates more rows and sessions than they allow.
  nameCount += 1;
  const { list_id } = (await manager(lists.add, { body: { title: `List ${nameCount}` } })).data;
  await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [customer_id] } });
  // A queued job would consume the reply scripted for this message.
  await app.jobs.runAll();
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  const { data: chat } = await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
  await app.jobs.runAll();
  const { data } = await call(inbox.messages, { params: { chat_id: chat.chat_id }, body: {} });
  const consentEvent = await requestOptOut(app, call, customer_id);
  const appointmentCustomer = await addCustomer(call);
  const note = (await call(chatNotes.add, { body: { chat_id: chat.chat_id, note: "Likes red" } })).data.id;
  await call(chatTags.add, { body: { chat_id: chat.chat_id, tag_id: await anyTagId(app) } });
  const ids = { customer: customer_id, list: list_id, chat: chat.chat_id };
  const { id: deletedCustomer } = await addCustomer(call);
  await manager(customers.remove, { params: { id: deletedCustomer } });
  return {
    ...ids,
    message: data.allMessages[0]?.id ?? 0,
    deletedCustomer,
    note,
    consentEvent,
    ...(await createAppointments(call, manager, [appointmentCustomer.id, customer_id])),
    ...(await createPendingSends(app, call, appointmentCustomer.id)),
    ...(await createDuplicates(manager)),
    ...(await createUploads(app, manager)),
    alert: await createAlert(app, call),
    task: (await call(tasks.add, { body: { ...taskDraft, customer_id, due_at: dueAt(app) } })).data.id,
    location: (await call(locations.list)).data[0]?.id ?? 0,
    session: await otherSession(app, call),
    member: (await call(accounts.profile)).data.id,
    ...(await createTeamRows(app, call)),
    notification: await createNotification(app, call, chat.chat_id),
  };
}

/** Mentions the caller, whose browser has push turned on. */
async function createNotification(app: TestApp, call: Caller, chat_id: number): Promise<number> {
  const { id, dealer_id, location_id } = (await call(accounts.profile)).data;
  await call(notifications.updateToken, { body: { fcm_token: `the-browser-of-${id}-${chat_id}` } });
  const place = { dealer_id, location_id: location_id ?? 0 };
  const news = { kind: "mention", title: "Ana mentioned you", text: "Please look", chat_id } as const;
  await app.server.within.business(place, "test", (unit) => notify(unit, { ...place, user_ids: [id] }, news));
  return (await call(notifications.list)).data.notifications[0]?.id ?? 0;
}

/** One operator per app: password hashing makes signing in slow on purpose. */
const operators = new WeakMap<TestApp, Promise<Caller>>();

function operatorOf(app: TestApp): Promise<Caller> {
  const existing = operators.get(app) ?? app.operator().then(({ email }) => app.signIn(email));
  operators.set(app, existing);
  return existing;
}

/** Any tag of the platform; tags are shared by all businesses. */
async function anyTagId(app: TestApp): Promise<number> {
  const operator = await operatorOf(app);
  const { data } = await operator(operatorTags.table, { body: { order: [] } });
  return data[0]?.id ?? (await operator(operatorTags.add, { body: { name: "Hot Lead" } })).data.id;
}

/** The last texted customer sends what looks like an opt-out. */
async function requestOptOut(app: TestApp, call: Caller, id: number): Promise<number> {
  const last = app.sms.sent.at(-1);
  const text = { from: last?.to ?? "", to: last?.from ?? "", body: "Please stop texting me", media: [] };
  await app.sms.listener.onInboundText({ ...text, sid: `SM${last?.reference}q`, carrierAnsweredOptOut: false });
  return (await call(consent.history, { params: { id } })).data.asked?.event_id ?? 0;
}

/** An unsent file and a scheduled text. */
async function createPendingSends(app: TestApp, call: Caller, customer_id: number) {
  const { chat_id } = (await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
  const files = { attachment_path: new File(["A price list"], "prices.txt") };
  const attachment = (await call(chatAttachments.add, { body: { chat_id }, files })).data.id;
  const send_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const later = await call(scheduledMessages.add, { body: { chat_id, message: "See you", send_at } });
  return { attachment, scheduled: later.data.id };
}

/** Two merged customers, and a third one marked as a different person. */
async function createDuplicates(call: Caller): Promise<Pick<SampleRowIds, "otherCustomer" | "merge">> {
  const [otherCustomer, kept, merged] = [await addCustomer(call), await addCustomer(call), await addCustomer(call)];
  await call(duplicates.apart, { body: { customer_id: otherCustomer.id, other_id: kept.id } });
  const { data } = await call(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
  return { otherCustomer: otherCustomer.id, merge: data.merge_id };
}

/** A finished import, then a preview, which is its uploader's newest upload. */
async function createUploads(
  app: TestApp,
  call: Caller,
): Promise<Pick<SampleRowIds, "upload" | "record" | "imported">> {
  const paste = async () => (await call(uploads.csvCopy, { body: { csv_file: `Phone\n${freshPhone()}\n` } })).data;
  const { upload: first } = await paste();
  await call(uploads.copyFromTemp, { body: { upload_id: first.id } });
  await app.jobs.runAll();
  const { upload, csvCustomers } = await paste();
  await call(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  return { upload: upload.id, record: csvCustomers[0]?.id ?? 0, imported: first.id };
}

/** The alert about the newest finished import. */
async function createAlert(app: TestApp, call: Caller): Promise<number> {
  await sweepAlerts(app.server);
  const { data } = await call(alerts.table, { body: { length: 500 } });
  return Math.max(...data.flatMap(({ rule, id }) => (rule === "import" ? [id] : [])));
}

/** A colleague at the owner's first location, and an open invitation. */
async function createTeamRows(app: TestApp, call: Caller): Promise<Pick<SampleRowIds, "colleague" | "invitation">> {
  const { dealer_id } = (await call(accounts.profile)).data;
  const sql = "select email from users where dealer_id = $1 and user_type = 'dealer'";
  const { rows } = await app.pool.query<{ email: string }>(sql, [dealer_id]);
  const owner = await app.signIn(rows[0]?.email ?? "");
  nameCount += 1;
  const person = { first_name: "Ana", last_name: "Lopez", phone: "" };
  const email = (what: string) => `${what}-${dealer_id}-${nameCount}@example.com`;
  const body = { ...person, email: email("colleague"), password: "Harbor-lights-9" };
  const colleague = (await owner(team.add, { body })).data.id;
  const { data } = await owner(invitations.send, { body: { ...person, email: email("invited") } });
  return { colleague, invitation: data.invitation_id };
}

async function otherSession(app: TestApp, call: Caller): Promise<number> {
  const { email } = (await call(accounts.profile)).data;
  await app.token(email);
  const { sessions } = (await call(settings.sessions)).data;
  return Math.max(...sessions.map(({ id }) => id));
}

/** Adds a location, for which the operator buys a number. */
async function buyNumber(app: TestApp, { dealer_id, owner }: Dealership): Promise<void> {
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  await (await app.signIn(owner))(locations.store, { body: place });
  const operator = await app.signIn((await app.operator()).email);
  await operator(clients.buyNumber, { body: { dealerId: dealer_id, selectedNumber: freshPhone() } });
}

/** Saves the location's call settings, then misses a call and stores its voicemail. */
async function leaveVoicemail(app: TestApp, { owner, number: to }: Dealership): Promise<void> {
  const body = { recording_consent: 1, missed_call_text: 1, missed_call_words: "" } as const;
  await (await app.signIn(owner))(voice.changeSettings, { body });
  const from = freshPhone();
  const sid = `CA${from.slice(1)}`;
  await app.voice.listener.onIncomingCall({ sid, from, to });
  const recording = { sid: `RE${sid}`, url: "https://example.com/voice", part: "voicemail", duration: 3 } as const;
  await app.voice.listener.onRecording({ sid, from, to }, recording);
}

/** Answers an unreplied chat. */
async function answerWaitingChat(call: Caller): Promise<void> {
  const { data } = await call(inbox.chats, { params: { type: "unreplied", offset: 0 }, body: {} });
  await call(inbox.send, { body: { chat_id: data.allActiveChats[0]?.id ?? 0, message: "Sorry that you waited" } });
}

/** Uses the product until every tenant table has a row of this dealer. */
export async function populateTables(app: TestApp, dealer: Dealership): Promise<void> {
  const manager = await app.signIn(dealer.manager);
  await createSampleRows(app, manager);
  await manager(alerts.changeRules, { body: defaultAlertRules });
  await manager(tasks.changeRules, { body: { unreplied: 1, missed_call: 1, no_show: 0, unconfirmed: 1 } });
  await buyNumber(app, dealer);
  const { dealer_id, location_id } = dealer;
  const phoned = "update locations set notification_phone_no = $2 where dealer_id = $1";
  await app.pool.query(phoned, [dealer_id, freshPhone()]);
  await (await app.signIn(dealer.owner))(firstRun.hide, { body: { hidden: 1 } });
  await leaveVoicemail(app, dealer);
  await answerWaitingChat(manager);
  const week = Array.from({ length: 7 }, () => ({ opens: 540, closes: 1080 }));
  await manager(businessHours.change, { params: { id: dealer.location_id }, body: { week, closed: [] } });
  const { listener, sids } = app.sms;
  const reference = [...app.sms.sent].reverse().find(({ from }) => from === dealer.number)?.reference ?? "";
  const text = { from: freshPhone(), to: dealer.number, carrierAnsweredOptOut: false };
  const media = [{ url: "https://example.com/picture.png", type: "image/png" }];
  await listener.onInboundText({ ...text, sid: `SM${reference}a`, body: "Hello", media });
  await listener.onInboundText({ ...text, sid: `SM${reference}b`, body: "STOP", media: [] });
  await app.jobs.runAll();
  await app.pool.query(
    `insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
     values ($1, $2, date_trunc('hour', now()), 0, 1, 1, 1)`,
    [dealer_id, location_id],
  );
  for (const marks of ["message_hours_stale", "figure_hours_stale"])
    await app.pool.query(`insert into ${marks} (dealer_id, hour) values ($1, date_trunc('hour', now()))`, [dealer_id]);
  await app.pool.query(
    "insert into figure_hours values ($1, $2, date_trunc('hour', now()), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)",
    [dealer_id, location_id],
  );
  const autoReply = [...app.sms.sent].reverse().find(({ to }) => to === text.from)?.reference ?? "";
  await listener.onStatusReport({
    reference: autoReply,
    sid: sids.get(autoReply) ?? "",
    status: "delivered",
    refusal: undefined,
  });
}
