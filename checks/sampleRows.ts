/* As long as there are kinds of rows that a check needs. */
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { sweepAlerts } from "#domains/alerts/server/sweepAlerts.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes } from "#domains/inbox/conversation/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { leadBulk } from "#domains/leads/bulk/contract.ts";
import { leads } from "#domains/leads/contract.ts";
import { leadPages } from "#domains/leads/forms/contract.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { library } from "#domains/library/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { next } from "#domains/next/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { outreach } from "#domains/outreach/contract.ts";
import { reviewImports } from "#domains/reputation/imports/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviews } from "#domains/reputation/reviews/contract.ts";
import { reviewConnections, reviewSites } from "#domains/reputation/sites/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { emailTemplates } from "#domains/templates/email/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { savedViews } from "#domains/views/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { freshPhone } from "#testing/dealership.ts";
import { allowPages, planDraft, planSteps } from "#testing/leads.ts";
import { connectGoogle } from "#testing/reputation/connectGoogle.ts";
import type { TestApp } from "#testing/testApp.ts";
import { createAppointments } from "./sampleAppointments.ts";
import { createCampaigns, createEmailCampaigns } from "./sampleCampaigns.ts";
import { createRegistration } from "./sampleRegistration.ts";
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
  /** An email to the customer, and a call with them that was logged. */
  customerEmail: number;
  loggedCall: number;
  /** The team's, of leads, that opens with them. */
  savedView: number;
  /** A field of customers that the business declared. */
  customField: number;
  /** An entry of Next that the owner closed. */
  nextDone: number;
  /** Without an owner; and a stage that it isn't in. */
  lead: number;
  ownLead: number;
  leadStage: number;
  /** A follow-up plan that is on, and somebody in it. */
  leadPlan: number;
  planPerson: number;
  /** An email template as a step of a plan copied it. */
  planMail: number;
  /** A file and a folder of the location's library, which the caller added. */
  libraryFile: number;
  libraryFolder: number;
  /** A mail to the CRM that failed. */
  crmMail: number;
  leadPage: number;
  /** Changes of many leads: one that deleted some, and one of the caller's. */
  deletedLeads: number;
  bulkChange: number;
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
  /** A refused registration of the business's campaign. */
  carrierRegistration: number;
}

const taskDraft = { description: "Call about the trade-in" };
const dueAt = (app: TestApp) => new Date(app.clock.now().getTime() + 86_400_000).toISOString();

/** Who creates rows, and what rows are about. */
interface Setting {
  readonly app: TestApp;
  readonly call: Caller;
  /** Creates what the role of `call` may not. */
  readonly manager: Caller;
  readonly about: Pick<SampleRowIds, "customer" | "list" | "chat">;
}

type Kind = keyof SampleRowIds;

/** Creates rows of some kinds. */
interface Creator {
  readonly kinds: readonly Kind[];
  create(setting: Setting): Promise<Partial<SampleRowIds>>;
  /** Whether the rows belong to the conversation, its customer or its list. */
  readonly isAbout?: true;
}

const conversationKinds: readonly Kind[] = ["customer", "list", "chat", "message", "consentEvent", "note"];

/** All that follow the conversation. */
const creators: readonly Creator[] = [
  { kinds: ["textTemplate", "emailTemplate"], create: createTemplates },
  {
    kinds: ["campaign", "scheduledCampaign", "pausedCampaign"],
    create: ({ app, manager, about }) => createCampaigns(app, manager, about.list),
    isAbout: true,
  },
  {
    kinds: ["emailCampaign", "scheduledEmailCampaign", "pausedEmailCampaign"],
    create: ({ app, manager, about }) => createEmailCampaigns(app, manager, about.list),
    isAbout: true,
  },
  { kinds: ["deletedCustomer", "replacedCustomer"], create: createDeletedCustomers },
  {
    kinds: ["appointment", "deletedAppointment", "movedAppointment", "timeOff"],
    create: async ({ call, manager, about }) =>
      createAppointments(call, manager, [(await addCustomer(call)).id, about.customer]),
    isAbout: true,
  },
  { kinds: ["roomMeeting", "waitingGuest"], create: ({ app, call }) => createVideoRoom(app, call) },
  { kinds: ["attachment", "scheduled"], create: createPendingSends },
  { kinds: ["otherCustomer", "merge"], create: createDuplicates },
  { kinds: ["upload", "record", "imported", "alert"], create: createUploads },
  { kinds: ["task"], create: createTask, isAbout: true },
  { kinds: ["customerEmail", "loggedCall"], create: createOutreach, isAbout: true },
  { kinds: ["lead", "ownLead", "leadStage"], create: createLead, isAbout: true },
  { kinds: ["leadPlan", "planPerson"], create: createPlan },
  { kinds: ["planMail"], create: createPlanMail },
  { kinds: ["libraryFile", "libraryFolder"], create: createLibrary },
  { kinds: ["crmMail"], create: createCrmMail },
  { kinds: ["leadPage"], create: connectPage },
  { kinds: ["nextDone"], create: createNextDone },
  { kinds: ["savedView"], create: createView },
  { kinds: ["customField"], create: createCustomField },
  { kinds: ["deletedLeads", "bulkChange"], create: changeManyLeads },
  { kinds: ["location", "member"], create: ownPlaceAndPerson },
  { kinds: ["session"], create: otherSession },
  { kinds: ["colleague", "invitation"], create: createTeamRows },
  { kinds: ["reviewSite", "reviewInvite", "review", "reviewImport", "reviewProfile"], create: createReviewRows },
  { kinds: ["call"], create: createMissedCall },
  { kinds: ["trackingNumber", "activeNumber", "parkedNumber"], create: createTrackingNumbers },
  { kinds: ["carrierRegistration"], create: ({ app, call }) => createRegistration(app, call) },
  { kinds: ["notification"], create: createNotification, isAbout: true },
];

let nameCount = 0;

/**
 * Creates one row of each kind through the product's own calls; the message has failed, so that it can be retried.
 *
 * @param manager creates what the role of `call` may not.
 */
export async function createSampleRows(app: TestApp, call: Caller, manager: Caller = call): Promise<SampleRowIds> {
  const { about, rows } = await createRows({ app, call, manager }, creators);
  return { ...about, ...rows } as SampleRowIds;
}

/** The same rows; every kind that is read is added to `used`. */
export function notingKinds(rows: SampleRowIds, used: Set<string>): SampleRowIds {
  return new Proxy(rows, {
    get(target, kind) {
      used.add(String(kind));
      return target[kind as keyof SampleRowIds];
    },
  });
}

/** Rows of which some have been used up, with new ones of these kinds, and of those that belong to them. */
export async function renewSampleRows(
  app: TestApp,
  call: Caller,
  used: SampleRowIds,
  kinds: ReadonlySet<string>,
): Promise<SampleRowIds> {
  const needsConversation = conversationKinds.some((kind) => kinds.has(kind));
  const needed = creators.filter(
    (one) => (needsConversation && one.isAbout) || one.kinds.some((kind) => kinds.has(kind)),
  );
  const { about, rows } = await createRows({ app, call, manager: call }, needed);
  return { ...used, ...(needsConversation && about), ...rows };
}

async function createRows(who: Omit<Setting, "about">, needed: readonly Creator[]) {
  await who.app.pool.query("delete from rate_limits"); // It creates more rows and sessions than they allow.
  nameCount += 1;
  const about = await createConversation(who);
  const rows: Partial<SampleRowIds> = {};
  for (const { create } of needed) Object.assign(rows, await create({ ...who, about }));
  return { about, rows };
}

/** A customer who was texted and seems to opt out, in a list, with a note and a tag. */
async function createConversation({ app, call, manager }: Omit<Setting, "about">) {
  const { id: customer_id } = await addCustomer(call);
  const { list_id } = (await manager(lists.add, { body: { title: `List ${nameCount}` } })).data;
  await manager(lists.addCustomers, { params: { id: list_id }, body: { customer_ids: [customer_id] } });
  // A queued job would consume the reply scripted for this message.
  await app.jobs.runAll();
  const refusal = { code: "30003", class: "number", words: "This phone can't be reached." } as const;
  app.sms.answerNext({ kind: "refused", refusal });
  const { chat_id } = (await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
  await app.jobs.runAll();
  const { data } = await call(inbox.messages, { params: { chat_id }, body: {} });
  const consentEvent = await requestOptOut(app, call, customer_id);
  for (const is_closed of [1, 0] as const) await call(inbox.close, { body: { chat_id, is_closed } });
  const note = (await call(chatNotes.add, { body: { chat_id, note: "Likes red" } })).data.id;
  await call(chatTags.add, { body: { chat_id, tag_id: await theTag(app) } });
  const message = data.allMessages[0]?.id ?? 0;
  return { customer: customer_id, list: list_id, chat: chat_id, message, consentEvent, note };
}

async function createTemplates({ manager }: Setting) {
  const title = `Sale ${nameCount}`;
  const email = await manager(emailTemplates.add, { body: { title, template: "<p>Sale</p>" } });
  const text = await manager(textTemplates.add, { body: { title, template: "Sale" } });
  return { emailTemplate: email.data.id, textTemplate: text.data.id };
}

async function createDeletedCustomers({ call, manager }: Setting) {
  const deleted = await addCustomer(call);
  await manager(customers.remove, { params: { id: deleted.id } });
  const replaced = await addCustomer(call);
  await manager(customers.remove, { params: { id: replaced.id } });
  await addCustomer(call, { phone: replaced.phone });
  return { deletedCustomer: deleted.id, replacedCustomer: replaced.id };
}

async function createTask({ app, call, about: { customer: customer_id } }: Setting) {
  return { task: (await call(tasks.add, { body: { ...taskDraft, customer_id, due_at: dueAt(app) } })).data.id };
}

async function createOutreach({ app, call }: Setting) {
  const params = { customer_id: (await addCustomer(call, { email: `${crypto.randomUUID()}@example.com` })).id };
  const email = { subject: "Your trade-in", message: "Hello", client_id: crypto.randomUUID() };
  const logged = { outcome: "voicemail", minutes: "", client_id: crypto.randomUUID() } as const;
  const customerEmail = (await call(outreach.sendEmail, { params, body: email })).data.id;
  await app.pool.query("update customer_emails set state = 'failed', due_at = null where id = $1", [customerEmail]);
  await app.pool.query(
    `insert into email_replies (dealer_id, location_id, customer_id, email_id, delivery, sender, subject, words, quoted, files,
       is_automatic, received_at, copy_to, copy_state)
     select dealer_id, location_id, customer_id, id, 'delivery', email, 'Re: Your trade-in', 'Hello', '', '{}', 0, created_at,
       '', 'none' from customer_emails where id = $1`,
    [customerEmail],
  );
  return { customerEmail, loggedCall: (await call(outreach.logCall, { params, body: logged })).data.id };
}

/** Only an owner may declare one. */
async function createCustomField({ app, about: { customer } }: Setting) {
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into custom_fields (dealer_id, name, kind, key, position, created_at)
     select dealer_id, $2, 'text', $3, 1, now() from customers where id = $1 returning id`,
    [customer, crypto.randomUUID(), `k${crypto.randomUUID()}`],
  );
  return { customField: rows[0]?.id ?? 0 };
}

async function createView({ call }: Setting) {
  const body = { name: crypto.randomUUID(), address: "/leads?show=mine", is_shared: 1 };
  const { id } = (await call(savedViews.add, { body })).data;
  await call(savedViews.open, { body: { screen: "leads", view_id: id } });
  return { savedView: id };
}

/** Two tasks: one is closed in Next, the other snoozed. */
async function createNextDone({ app, call }: Setting) {
  const due_at = app.clock.now().toISOString();
  const [closed, later] = [
    (await call(tasks.add, { body: { ...taskDraft, due_at } })).data.id,
    (await call(tasks.add, { body: { ...taskDraft, due_at } })).data.id,
  ];
  const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  await call(next.snooze, { body: { kind: "task", id: later, until } });
  const { done_id } = (await call(next.done, { body: { kind: "task", id: closed } })).data;
  return { nextDone: done_id ?? 0 };
}

async function createLead({ call, about: { customer: customer_id } }: Setting) {
  const vehicles = [{ interest: "buy" as const, year: "2021", make: "Honda", model: "Accord" }];
  const { id } = (await call(leads.add, { body: { customer_id, vehicles, comments: "Is it still here?" } })).data;
  const { stages } = (await call(leads.options)).data;
  const owner_id = (await call(accounts.profile)).data.id;
  const other = { customer_id, owner_id, vehicles: [{ interest: "buy" as const, make: "Ford" }] };
  const ownLead = (await call(leads.add, { body: other })).data.id;
  return { lead: id, ownLead, leadStage: stages.find(({ name }) => name === "Negotiating")?.id ?? 0 };
}

/** The plan's first step comes tomorrow. */
async function createPlan({ call, manager }: Setting) {
  const id = (
    await manager(leadPlans.add, { body: planDraft({ steps: planSteps.slice(1).map((step) => ({ ...step })) }) })
  ).data.id;
  await manager(leadPlans.turn, { params: { id }, body: { is_on: 1 } });
  const owner_id = (await call(accounts.profile)).data.id;
  const { id: customer_id } = await addCustomer(call);
  const lead_id = (await call(leads.add, { body: { customer_id, owner_id } })).data.id;
  const { data } = await call(leadPlans.start, { params: { id }, body: { lead_id } });
  return { leadPlan: id, planPerson: data.id };
}

async function createPlanMail({ manager }: Setting) {
  const template = { title: crypto.randomUUID(), template: "<p>Sale</p>" };
  const template_id = (await manager(emailTemplates.add, { body: template })).data.id;
  const [step] = planSteps;
  const steps = [{ ...step, kind: "email" as const, subject: "Sale", words: "", template_id }];
  const { id } = (await manager(leadPlans.add, { body: planDraft({ steps }) })).data;
  const { mails } = (await manager(leadPlans.one, { params: { id } })).data;
  return { planMail: mails[0]?.id ?? 0 };
}

async function createLibrary({ call }: Setting) {
  const folder = (await call(library.addFolder, { body: { name: crypto.randomUUID() } })).data.id;
  const files = { file: new File([crypto.randomUUID()], "prices.txt") };
  const { file } = (await call(library.upload, { body: { folder_id: folder }, files })).data;
  return { libraryFile: file.id, libraryFolder: folder };
}

async function createCrmMail({ app, call }: Setting) {
  const { dealer_id, location_id } = (await call(accounts.profile)).data;
  const { rows } = await app.pool.query<{ id: number }>(
    `insert into crm_mails (dealer_id, location_id, kind, state, to_email, problem, created_at, due_at, ended_at)
     values ($1, $2, 'test', 'failed', 'crm@example.com', '550 Unknown', $3, $3, $3) returning id::float8 as id`,
    [dealer_id, location_id, app.clock.now()],
  );
  return { crmMail: rows[0]?.id ?? 0 };
}

/** A connected page, and somebody who went to connect another. */
async function connectPage({ manager }: Setting) {
  await manager(leadPages.finish, { body: await allowPages(manager) });
  const id = (await manager(leadPages.list)).data.pages[0]?.id ?? 0;
  await manager(leadPages.connect, { params: { id } });
  await manager(leadPages.begin);
  return { leadPage: id };
}

async function changeManyLeads({ call, manager }: Setting) {
  const { id: customer_id } = await addCustomer(call);
  const lead_ids = [(await call(leads.add, { body: { customer_id } })).data.id];
  const { data: assigned } = await call(leadBulk.assign, { body: { lead_ids, to_owner_id: "" } });
  const { data: removed } = await manager(leadBulk.remove, { body: { lead_ids } });
  return { deletedLeads: removed.change.id, bulkChange: assigned.change.id };
}

async function ownPlaceAndPerson({ call }: Setting) {
  return {
    location: (await call(locations.list)).data[0]?.id ?? 0,
    member: (await call(accounts.profile)).data.id,
  };
}

/** Mentions the caller, whose browser has push turned on. */
async function createNotification({ app, call, about: { chat: chat_id } }: Setting) {
  const { id, dealer_id, location_id } = (await call(accounts.profile)).data;
  await call(notifications.updateToken, { body: { fcm_token: `the-browser-of-${id}-${chat_id}` } });
  const place = { dealer_id, location_id: location_id ?? 0 };
  const news = { kind: "mention", title: "Ana mentioned you", text: "Please look", chat_id } as const;
  await app.server.within.business(place, "test", (unit) => notify(unit, { ...place, user_ids: [id] }, news));
  return { notification: (await call(notifications.list)).data.notifications[0]?.id ?? 0 };
}

/** The platform's tag that the requests of `callRequests.ts` name; tags are shared by all businesses. */
async function theTag(app: TestApp): Promise<number> {
  const tag = "insert into tags (id, tag, slug) overriding system value values (1, 'Hot Lead', 'hot-lead')";
  await app.pool.query(`${tag} on conflict do nothing`);
  return 1;
}

/** The last texted customer sends what looks like an opt-out. */
async function requestOptOut(app: TestApp, call: Caller, id: number): Promise<number> {
  const last = app.sms.sent.at(-1);
  const text = { from: last?.to ?? "", to: last?.from ?? "", body: "Please stop texting me", media: [] };
  await app.sms.listener.onInboundText({ ...text, sid: `SM${last?.reference}q`, carrierAnsweredOptOut: false });
  return (await call(consent.history, { params: { id } })).data.asked?.event_id ?? 0;
}

/** An unsent file and a scheduled text. */
async function createPendingSends({ app, call }: Setting) {
  const { id: customer_id } = await addCustomer(call);
  const { chat_id } = (await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } })).data;
  const files = { attachment_path: new File(["A price list"], "prices.txt") };
  const attachment = (await call(chatAttachments.add, { body: { chat_id }, files })).data.id;
  const send_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const later = await call(scheduledMessages.add, { body: { chat_id, message: "See you", send_at } });
  return { attachment, scheduled: later.data.id };
}

/** Two merged customers, and a third one marked as a different person. */
async function createDuplicates({ manager: call }: Setting) {
  const [otherCustomer, kept, merged] = [await addCustomer(call), await addCustomer(call), await addCustomer(call)];
  await call(duplicates.apart, { body: { customer_id: otherCustomer.id, other_id: kept.id } });
  const { data } = await call(duplicates.merge, { body: { kept_id: kept.id, merged_id: merged.id } });
  return { otherCustomer: otherCustomer.id, merge: data.merge_id };
}

/** A finished import with the alert about it, then a preview, which is its uploader's newest upload. */
async function createUploads({ app, call, manager }: Setting) {
  const paste = async () => (await manager(uploads.csvCopy, { body: { csv_file: `Phone\n${freshPhone()}\n` } })).data;
  const { upload: first } = await paste();
  await manager(uploads.copyFromTemp, { body: { upload_id: first.id } });
  await app.jobs.runAll();
  const { upload, csvCustomers } = await paste();
  await manager(uploads.map, { params: { id: upload.id }, body: { mapping: ["phone"] } });
  const alert = await createAlert(app, call);
  return { upload: upload.id, record: csvCustomers[0]?.id ?? 0, imported: first.id, alert };
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

async function createTrackingNumbers({ app, call }: Setting) {
  return {
    trackingNumber: await createNumberRequest(app, call),
    activeNumber: await createTrackingNumber(app, call, "active"),
    parkedNumber: await createTrackingNumber(app, call, "parked"),
  };
}

async function createMissedCall({ app, call }: Setting) {
  const { dealer_id, location_id } = (await call(accounts.profile)).data;
  const sql = `insert into calls (dealer_id, location_id, sid, from_number, to_number, recording_consent, started_at, dialed, state)
    values ($1, $2, $3, $4, '', 0, $5, 'unanswered', 'missed') returning id::float8 as id`;
  const values = [dealer_id, location_id, `CA${freshPhone()}`, freshPhone(), app.clock.now()];
  const { rows } = await app.pool.query<{ id: number }>(sql, values);
  return { call: rows[0]?.id ?? 0 };
}

/** A review site, and somebody who is invited to use it. */
async function createReviewRows({ app, call }: Setting) {
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
async function createTeamRows({ app, call }: Setting) {
  const { dealer_id, owner } = await ownerOf(app, call);
  nameCount += 1;
  const person = { first_name: "Ana", last_name: "Lopez", phone: "" };
  const email = (what: string) => `${what}-${dealer_id}-${nameCount}@example.com`;
  const body = { ...person, email: email("colleague"), password: "Harbor-lights-9" };
  const colleague = (await owner(team.add, { body })).data.id;
  const { data } = await owner(invitations.send, { body: { ...person, email: email("invited") } });
  return { colleague, invitation: data.invitation_id };
}

async function otherSession({ app, call }: Setting) {
  const { email } = (await call(accounts.profile)).data;
  await app.token(email);
  const { sessions } = (await call(settings.sessions)).data;
  return { session: Math.max(...sessions.map(({ id }) => id)) };
}
