/* As long as there are kinds of rows that a check needs. */
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { sweepAlerts } from "#domains/alerts/server/sweepAlerts.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes } from "#domains/inbox/notes/contract.ts";
import { scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { reviewConnections } from "#domains/reputation/connections/contract.ts";
import { reviewImports } from "#domains/reputation/imports/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { reviewSites } from "#domains/reputation/sites/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { freshPhone } from "#testing/dealership.ts";
import { connectGoogle } from "#testing/reputation/connectGoogle.ts";
import type { TestApp } from "#testing/testApp.ts";
import { createAppointments } from "./sampleAppointments.ts";
import { createCampaigns, createEmailCampaigns } from "./sampleCampaigns.ts";
import { createVideoRoom } from "./sampleVideoRoom.ts";

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
  movedAppointment: number;
  timeOff: number;
  /** A meeting in the video room, where the caller is, and who waits in front of it. */
  roomMeeting: number;
  waitingGuest: number;
  textTemplate: number;
  emailTemplate: number;
  /** Email campaigns to the list: a draft, one for later, and a paused one. */
  emailCampaign: number;
  scheduledEmailCampaign: number;
  pausedEmailCampaign: number;
  /** Text campaigns to the list: a draft, one for later, and a paused one. */
  campaign: number;
  scheduledCampaign: number;
  pausedCampaign: number;
  task: number;
  location: number;
  deletedCustomer: number;
  /** Deleted; their phone belongs to another customer by now. */
  replacedCustomer: number;
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
  /** A place for reviews, and the customer's invitation to leave one. */
  reviewSite: number;
  reviewInvite: number;
  review: number;
  reviewImport: number;
  /** The business of which the place's reviews are read. */
  reviewProfile: number;
  /** A call that nobody answered. */
  call: number;
  /** A tracking number that is requested. */
  trackingNumber: number;
  activeNumber: number;
  parkedNumber: number;
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
  const emailTemplate = await manager(emailTemplates.add, {
    body: { title: `Sale ${nameCount}`, template: "<p>Sale</p>" },
  });
  const textTemplate = await manager(textTemplates.add, { body: { title: `Sale ${nameCount}`, template: "Sale" } });
  for (const is_closed of [1, 0] as const) await call(inbox.close, { body: { chat_id: chat.chat_id, is_closed } });
  const note = (await call(chatNotes.add, { body: { chat_id: chat.chat_id, note: "Likes red" } })).data.id;
  await call(chatTags.add, { body: { chat_id: chat.chat_id, tag_id: await anyTagId(app) } });
  const ids = { customer: customer_id, list: list_id, chat: chat.chat_id };
  const { id: deletedCustomer } = await addCustomer(call);
  await manager(customers.remove, { params: { id: deletedCustomer } });
  const replaced = await addCustomer(call);
  await manager(customers.remove, { params: { id: replaced.id } });
  await addCustomer(call, { phone: replaced.phone });
  return {
    ...ids,
    textTemplate: textTemplate.data.id,
    emailTemplate: emailTemplate.data.id,
    ...(await createCampaigns(app, manager, list_id)),
    ...(await createEmailCampaigns(app, manager, list_id)),
    message: data.allMessages[0]?.id ?? 0,
    deletedCustomer,
    replacedCustomer: replaced.id,
    note,
    consentEvent,
    ...(await createAppointments(call, manager, [appointmentCustomer.id, customer_id])),
    ...(await createVideoRoom(app, call)),
    ...(await createPendingSends(app, call, appointmentCustomer.id)),
    ...(await createDuplicates(manager)),
    ...(await createUploads(app, manager)),
    alert: await createAlert(app, call),
    task: (await call(tasks.add, { body: { ...taskDraft, customer_id, due_at: dueAt(app) } })).data.id,
    location: (await call(locations.list)).data[0]?.id ?? 0,
    session: await otherSession(app, call),
    member: (await call(accounts.profile)).data.id,
    ...(await createTeamRows(app, call)),
    ...(await createReviewRows(app, call)),
    call: await createMissedCall(app, call),
    trackingNumber: await createNumberRequest(app, call),
    activeNumber: await createTrackingNumber(app, call, "active"),
    parkedNumber: await createTrackingNumber(app, call, "parked"),
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

/** The business's owner, and its id. */
async function ownerOf(app: TestApp, call: Caller) {
  const { dealer_id, location_id } = (await call(accounts.profile)).data;
  const sql = "select email from users where dealer_id = $1 and user_type = 'dealer'";
  const { rows } = await app.pool.query<{ email: string }>(sql, [dealer_id]);
  return { dealer_id, owner: await app.signIn(rows[0]?.email ?? "", location_id ?? undefined) };
}

async function createNumberRequest(app: TestApp, call: Caller): Promise<number> {
  const { dealer_id, location_id, id } = (await call(accounts.profile)).data;
  const sql = `insert into tracking_numbers (dealer_id, location_id, source, area_code, requested_by, requested_at)
    values ($1, $2, 'Radio', '909', $3, $4) returning id::float8 as id`;
  const { rows } = await app.pool.query<{ id: number }>(sql, [dealer_id, location_id, id, app.clock.now()]);
  return rows[0]?.id ?? 0;
}

async function createTrackingNumber(app: TestApp, call: Caller, state: "active" | "parked"): Promise<number> {
  const id = await createNumberRequest(app, call);
  const sql = `update tracking_numbers set number = $2, state = $3, parked_at = case $3 when 'parked' then now() end where id = $1`;
  await app.pool.query(sql, [id, freshPhone(), state]);
  return id;
}

async function createMissedCall(app: TestApp, call: Caller): Promise<number> {
  const { dealer_id, location_id } = (await call(accounts.profile)).data;
  const sql = `insert into calls (dealer_id, location_id, sid, from_number, to_number, recording_consent, started_at, dialed, state)
    values ($1, $2, $3, $4, '', 0, $5, 'unanswered', 'missed') returning id::float8 as id`;
  const values = [dealer_id, location_id, `CA${freshPhone()}`, freshPhone(), app.clock.now()];
  const { rows } = await app.pool.query<{ id: number }>(sql, values);
  return rows[0]?.id ?? 0;
}

/** A review site, and somebody who is invited to use it. */
async function createReviewRows(
  app: TestApp,
  call: Caller,
): Promise<Pick<SampleRowIds, "reviewSite" | "reviewInvite" | "review" | "reviewImport" | "reviewProfile">> {
  const { owner } = await ownerOf(app, call);
  const site = { kind: "google", title: "", write_url: "https://g.page/r/harbor/review", is_shown: 1 } as const;
  // A location can have a few only.
  const [known] = (await owner(reviewSites.all)).data.sites;
  const reviewSite = known?.id ?? (await owner(reviewSites.add, { body: site })).data.id;
  const { connections } = (await owner(reviewConnections.all)).data;
  if (!connections.some(({ site_id }) => site_id === reviewSite)) await connectGoogle(owner, reviewSite);
  const { listings } = (await owner(reviewConnections.listings, { params: { id: reviewSite } })).data;
  const reviewProfile = Number(listings[0]?.ref.split("/")[1]);
  const { phone: contact } = await addCustomer(call);
  const { data } = await call(reviewInvites.send, { body: { name: "Maria Lopez", contact, consent: 1 } });
  const opinion = { site_id: reviewSite, author: "Ana R.", rating: 4, body: "Fast", published_on: "2026-01-15" };
  const { id: review } = (await owner(reviews.add, { body: opinion })).data;
  const params = { id: review };
  const { id: member } = (await owner(accounts.profile)).data;
  await owner(reviews.reply, { params, body: { body: "Sorry" } });
  await owner(reviews.update, { params, body: { ...opinion, rating: 2 } });
  await owner(reviews.saveDraft, { params, body: { body: "Thank you" } });
  await owner(reviews.assign, { params, body: { user_ids: [member] } });
  const csv = new File([`Date,Site,Author,Rating\n2026-01-15,Google,Reviewer ${review},5\n`], "reviews.csv");
  const { id: reviewImport } = (await owner(reviewImports.start, { body: {}, files: { reviews_file: csv } })).data;
  return { reviewSite, reviewInvite: data.invite_id ?? 0, review, reviewImport, reviewProfile };
}

/** A colleague at the owner's first location, and an open invitation. */
async function createTeamRows(app: TestApp, call: Caller): Promise<Pick<SampleRowIds, "colleague" | "invitation">> {
  const { dealer_id, owner } = await ownerOf(app, call);
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
