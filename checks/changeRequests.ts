/* As long as the calls are whose requests need something prepared. */
import type { Caller } from "#core/client.ts";
import { registration } from "#domains/accounts/registration/contract.ts";
import { reset } from "#domains/accounts/reset/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { ensurePlatformNumber } from "#domains/locations/server/public.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { textRegistration } from "#domains/textRegistration/contract.ts";
import { platformRegistration } from "#domains/textRegistration/operator/contract.ts";
import { widget } from "#domains/widget/contract.ts";
import { mailedCode, pendingSignIn, requireCodes, textedCode } from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { allowPages } from "#testing/leads.ts";
import { completeDraft, saveDraft } from "#testing/registration/registeringBusiness.ts";
import type { TestApp } from "#testing/testApp.ts";
import type { FieldValues } from "./callRequests.ts";
import { calendarPreparations } from "./sampleAppointments.ts";
import { campaignDraft, mailPreparations } from "./sampleCampaigns.ts";
import { kioskPreparations } from "./sampleKiosk.ts";
import { registrationPreparations } from "./sampleRegistration.ts";
import { reviewSitePreparations } from "./sampleReviewSites.ts";
import type { SampleRowIds } from "./sampleRows.ts";

/** What a call's request is made from. */
export interface RequestSetting {
  readonly app: TestApp;
  /** Rows of a business whose owner makes the request. */
  readonly rows: SampleRowIds;
  /** A business without any rows yet, for calls that change accounts. */
  readonly fresh: Dealership;
}

/** What the defaults of `callRequests.ts` lack for a request that succeeds. */
export interface RequestDetails {
  readonly values?: FieldValues;
  /** Who makes the request, if not the owner of the rows. */
  readonly token?: string;
}

type PrepareRequest = (setting: RequestSetting) => RequestDetails | Promise<RequestDetails>;

const newPassword = "Harbor-lights-7";
const image =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const resendAfterMs = 31_000;

/** Changes a row first. */
const after =
  (sql: string, row: keyof SampleRowIds): PrepareRequest =>
  async ({ app, rows }) => {
    await app.pool.query(sql, [rows[row]]);
    return {};
  };

const unansweredLead = "update leads set first_response_at = null, closed_at = null, outcome = '' where id = $1";
/** The plan is as it was added, with one lead in it, which isn't the owner's other one. */
const renewPlan: PrepareRequest = async ({ app, rows: { leadPlan, planPerson, ownLead } }) => {
  const plan = "update lead_plans set is_on = 1, removed_at = null, revision = 1 where id = $1";
  await app.pool.query(plan, [leadPlan]);
  const out = `update lead_plan_enrollments set state = 'stopped', ending = 'hand', ended_at = now()
    where lead_id = $1 and state = 'running'`;
  await app.pool.query(out, [ownLead]);
  await app.pool.query("delete from lead_plan_sends where enrollment_id = $1", [planPerson]);
  const back = `update lead_plan_enrollments set state = 'running', ending = '', ended_at = null, is_held = 0,
    paused_until = null, paused_by = '', next_step = 1, version = 1, next_at = now() + interval '1 day' where id = $1`;
  await app.pool.query(back, [planPerson]);
  return {};
};
const newTitle = () => ({ values: { title: crypto.randomUUID() } });
const freshEmail = () => `${crypto.randomUUID()}@example.com`;
const withFreshEmail: PrepareRequest = () => ({ values: { email: freshEmail() } });
const operatorToken = async ({ app }: RequestSetting) => app.token((await app.operator()).email);

const ofAClient: PrepareRequest = async ({ app, rows: { otherCustomer: id } }) => {
  const { rows } = await app.pool.query<{ dealer_id: number }>("select dealer_id from customers where id = $1", [id]);
  return { values: { client_id: rows[0]?.dealer_id, id } };
};

/** A token of the fresh business's owner, with a caller that uses it. */
async function freshOwner({ app, fresh }: RequestSetting): Promise<{ token: string; call: Caller }> {
  const token = await app.token(fresh.owner);
  return { token, call: injectedCaller(app.http, token) };
}

const asFreshOwner =
  (values: FieldValues = {}): PrepareRequest =>
  async (setting) => ({ values, token: (await freshOwner(setting)).token });

/** A tracking number that the location has already. */
function trackingNumberIn(state: "active" | "parked"): PrepareRequest {
  return async (setting) => {
    const { rows } = await setting.app.pool.query<{ id: number }>(
      `insert into tracking_numbers (dealer_id, location_id, source, area_code, number, state, parked_at, requested_by, requested_at)
       select $1, $2, 'Radio', '909', $3, $4, case $4 when 'parked' then now() end, min(id), now() from users where dealer_id = $1
       returning id::float8 as id`,
      [setting.fresh.dealer_id, setting.fresh.location_id, freshPhone(), state],
    );
    return { values: { id: rows[0]?.id ?? 0 }, token: (await freshOwner(setting)).token };
  };
}

/** Saves a phone of the location, which an empty one then removes. */
function removingPhone(field: "call_phone_no" | "notification_phone_no"): PrepareRequest {
  return async (setting) => {
    const sql = `update locations set ${field} = $2 where dealer_id = $1`;
    await setting.app.pool.query(sql, [setting.fresh.dealer_id, freshPhone()]);
    return { values: { [field]: "" }, token: (await freshOwner(setting)).token };
  };
}

/** Starts to change the phone that calls are forwarded to. */
async function startedPhoneChange(setting: RequestSetting): Promise<{ token: string; phone: string }> {
  const { token, call } = await freshOwner(setting);
  const phone = freshPhone();
  await call(settings.callPhone, { body: { call_phone_no: phone } });
  return { token, phone };
}

const refusedOf = async (app: TestApp, dealer_id: number, state = "refused"): Promise<number> => {
  const { rows } = await app.pool.query<{ id: number }>(
    "update carrier_registrations set state = $2 where dealer_id = $1 and kind = 'business' returning id::float8 as id",
    [dealer_id, state],
  );
  return rows[0]?.id ?? 0;
};

/** A client's business registration in this state. */
function inState(state: "refused" | "in_review" | "stuck"): PrepareRequest {
  return async (setting) => {
    const { call } = await freshOwner(setting);
    const { dealer_id: id } = setting.fresh;
    const version = await saveDraft(call);
    await call(textRegistration.submit, { body: { version, password } });
    return { values: { id, registration_id: await refusedOf(setting.app, id, state), version } };
  };
}

const platformVersion = async (app: TestApp): Promise<number> => {
  const { rows } = await app.pool.query<{ version: number }>(
    "select version from carrier_profiles where dealer_id = 0",
  );
  return rows[0]?.version ?? 0;
};

/** The platform's own draft, complete. @returns its version. */
async function platformDraft(app: TestApp): Promise<number> {
  const operator = await app.signIn((await app.operator()).email);
  const body = { ...completeDraft, ein: "95-1274821", version: await platformVersion(app) } as never;
  await app.pool.query("delete from carrier_registration_steps where dealer_id = 0");
  await app.pool.query("delete from carrier_registrations where dealer_id = 0");
  return (await operator(platformRegistration.saveDraft, { body })).data.version;
}

/** Signs the fresh business's owner in with the password alone; the code goes to `phone`. */
async function pendingOwner({ app, fresh }: RequestSetting, phone = "") {
  await requireCodes(app, fresh.dealer_id, { [fresh.owner]: phone });
  return pendingSignIn(app, fresh.owner);
}

/** Requests a password reset, and waits until the code has been mailed. */
async function requestedReset({ app, fresh }: RequestSetting): Promise<string> {
  const { data } = await app.anyone(reset.forgotPassword, { body: { email: fresh.owner } });
  while (!app.mails.to(fresh.owner)) await new Promise((resolve) => setTimeout(resolve, 10));
  return data.userData.id;
}

/** Invites somebody and returns the token of the link. */
async function invitedToken(setting: RequestSetting): Promise<string> {
  const { call } = await freshOwner(setting);
  const email = freshEmail();
  await call(invitations.send, { body: { first_name: "Ana", last_name: "Lopez", email, phone: "" } });
  return /invitation#([\w-]+)/.exec(setting.app.mails.to(email)?.text ?? "")?.[1] ?? "";
}

/** Registers a business; its owner is signed in. */
async function registered(app: TestApp) {
  const person = { first_name: "Maria", last_name: "Lopez", email: freshEmail(), phone: freshPhone() };
  const body = { ...person, business_name: "Lopez Motors", password: newPassword, zip: "10001" };
  return (await app.anyone(registration.register, { body })).data;
}

/** The preparations by call; calls that are not named succeed with the defaults. */
export const preparations: Record<string, PrepareRequest> = {
  "accounts.login": ({ fresh }) => ({ values: { email: fresh.owner } }),
  "accounts.logout": asFreshOwner(),
  "registration.checkEmail": withFreshEmail,
  "registration.register": withFreshEmail,
  "registration.complete": async ({ app }) => ({ token: (await registered(app)).access_token }),
  "emailProof.confirm": async ({ app }) => {
    const { email } = await registered(app);
    await app.jobs.runAll();
    return { values: { token: /verify-email\/([\w-]+)/.exec(app.mails.to(email)?.text ?? "")?.[1] } };
  },
  "emailProof.resend": async ({ app }) => ({ token: (await registered(app)).access_token }),
  "reset.forgotPassword": ({ fresh }) => ({ values: { email: fresh.owner } }),
  "reset.verify": async (setting) => {
    const user_id = await requestedReset(setting);
    return { values: { user_id, otp: mailedCode(setting.app, setting.fresh.owner) } };
  },
  "reset.resetPassword": async (setting) => {
    const user_id = await requestedReset(setting);
    const otp = mailedCode(setting.app, setting.fresh.owner);
    await setting.app.anyone(reset.verify, { body: { user_id, otp } });
    return { values: { user_id, email: setting.fresh.owner, password: newPassword } };
  },
  "settings.requestNumber": async (setting) => {
    const { app, fresh } = setting;
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [fresh.dealer_id]);
    return { token: (await freshOwner(setting)).token };
  },
  "testMails.send": async (setting) => {
    const { token, call } = await freshOwner(setting);
    const id = setting.fresh.location_id;
    const body = { from_name: "Lopez Motors", reply_to: "", postal_address: "1 Main St, Springfield, NY 10001" };
    await call(mailSender.change, { params: { id }, body });
    return { token, values: { id } };
  },
  "numberShop.buy": async (setting) => {
    const sql = "insert into number_shops (dealer_id, may_buy) values ($1, 1)";
    await setting.app.pool.query(sql, [setting.fresh.dealer_id]);
    return { values: { number: freshPhone(), price: "1.15" }, token: (await freshOwner(setting)).token };
  },
  "clientCalls.change": ({ fresh: { dealer_id: id, location_id } }) => ({ values: { id, location_id } }),
  "clientCalls.settings": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "countries.allowed": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "countries.allow": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "numberShop.clientTerms": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "numberShop.changeTerms": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "callSettings.release": trackingNumberIn("active"),
  "callSettings.keep": trackingNumberIn("parked"),
  "callSettings.request": asFreshOwner({ source: "Radio", area_code: "909", forward_to: "" }),
  "chatNotes.update": () => ({ values: { note: "Likes blue" } }),
  "leads.claim": after("update leads set owner_id = null where id = $1", "lead"),
  "leadPages.finish": async (setting) => {
    const { token } = await freshOwner(setting);
    return { token, values: await allowPages(injectedCaller(setting.app.http, token)) };
  },
  "leadPages.connect": after(
    "update lead_pages set state = 'offered', offered_until = 'infinity' where id = $1",
    "leadPage",
  ),
  "leadCrm.save": asFreshOwner(),
  "leadOrigins.save": asFreshOwner(),
  "leadCrm.test": async (setting) => {
    const { token } = await freshOwner(setting);
    const addressed = "update locations set crm_email = 'crm@example.com' where dealer_id = $1";
    await setting.app.pool.query(addressed, [setting.fresh.dealer_id]);
    return { token };
  },
  "leadCrm.retry": after("update crm_mails set state = 'failed' where id = $1", "crmMail"),
  "leadAssignment.save": asFreshOwner(),
  "leadAssignment.keep": after("update leads set answer_due_at = now() where id = $1", "ownLead"),
  "workingHours.change": ({ rows: { member: user_id } }) => ({
    values: { user_id, week: Array.from({ length: 7 }, () => null) },
  }),
  "customFields.add": () => ({ values: { name: crypto.randomUUID(), kind: "text" } }),
  "customFields.change": () => ({ values: { name: crypto.randomUUID(), options: [] } }),
  "customFields.order": async ({ app, rows }) => {
    const fields = await app.pool.query<{ id: number }>(
      `select id from custom_fields where archived_at is null
         and dealer_id = (select dealer_id from custom_fields where id = $1)`,
      [rows.customField],
    );
    return { values: { field_ids: fields.rows.map(({ id }) => id) } };
  },
  "customFields.archive": () => ({ values: { archived: 1 } }),
  "savedViews.add": () => ({ values: { name: crypto.randomUUID(), is_shared: 0 } }),
  "savedViews.change": () => ({ values: { name: crypto.randomUUID(), is_shared: 1 } }),
  "savedViews.open": after("delete from opening_views where view_id = $1", "savedView"),
  "outreach.sendEmail": () => ({ values: { client_id: crypto.randomUUID() } }),
  "outreach.logCall": () => ({ values: { client_id: crypto.randomUUID() } }),
  "outreach.retryEmail": after(
    "update customer_emails set state = 'failed', due_at = null where id = $1",
    "customerEmail",
  ),
  "outreach.removeCall": after(
    "update logged_calls set deleted_at = null, deleted_by = null where id = $1",
    "loggedCall",
  ),
  "outreach.changeCall": after(
    "update logged_calls set deleted_at = null, deleted_by = null where id = $1",
    "loggedCall",
  ),
  "outreach.restoreCall": after(
    "update logged_calls set deleted_at = test_now(), deleted_by = user_id where id = $1",
    "loggedCall",
  ),
  "next.done": after(unansweredLead, "lead"),
  "next.snooze": after(unansweredLead, "lead"),
  "next.wake": after(unansweredLead, "lead"),
  "leadBulk.assign": ({ rows }) => ({ values: { all: 0, search: "", lead_ids: [rows.lead] } }),
  "leadBulk.move": ({ rows }) => ({ values: { all: 0, search: "", lead_ids: [rows.lead] } }),
  "leadBulk.remove": ({ rows }) => ({ values: { all: 0, search: "", lead_ids: [rows.lead] } }),
  "leadBulk.tag": ({ rows }) => ({ values: { all: 0, search: "", lead_ids: [rows.lead] } }),
  "leadBulk.list": ({ rows }) => ({ values: { all: 0, search: "", lead_ids: [rows.lead] } }),
  "leadBulk.startPlan": async (setting) => {
    await renewPlan(setting);
    return { values: { all: 0, search: "", lead_ids: [setting.rows.ownLead] } };
  },
  "leadPlans.save": renewPlan,
  "leadPlans.turn": async (setting) => {
    await renewPlan(setting);
    return { values: { is_on: 0 } };
  },
  "leadPlans.remove": renewPlan,
  "leadPlans.start": renewPlan,
  "leadPlans.skip": async (setting) => ({ ...(await renewPlan(setting)), values: { step_id: 1 } }),
  "leadPlans.pause": renewPlan,
  "leadPlans.sendNow": async (setting) => ({ ...(await renewPlan(setting)), values: { step_id: 1 } }),
  "leadPlans.takeOut": renewPlan,
  "leadBulk.stop": after(
    `update lead_bulk_changes c set state = 'running', ended_at = null,
       user_id = (select min(id) from users where dealer_id = c.dealer_id and user_type = 'dealer') where id = $1`,
    "bulkChange",
  ),
  "leads.saveStages": async (setting) => {
    const { token } = await freshOwner(setting);
    const { rows } = await setting.app.pool.query<{ id: string }>("select id from lead_stages where dealer_id = $1", [
      setting.fresh.dealer_id,
    ]);
    return { token, values: { moves: rows.map(({ id }) => ({ from: Number(id) })) } };
  },
  "settings.crmEmail": asFreshOwner({ crm_email: "crm@example.com" }),
  "settings.callPhone": removingPhone("call_phone_no"),
  "settings.notificationPhone": removingPhone("notification_phone_no"),
  "settings.otpPhone": asFreshOwner({ two_factor_number: freshPhone() }),
  "settings.resendPhoneCode": async (setting) => {
    const { token } = await startedPhoneChange(setting);
    setting.app.clock.advance(resendAfterMs);
    return { values: { which: "call" }, token };
  },
  "settings.verifyPhone": async (setting) => {
    const { token, phone } = await startedPhoneChange(setting);
    return { values: { which: "call", otp: textedCode(setting.app, phone) }, token };
  },
  "settings.otpSwitches": asFreshOwner({ enable_otp_team: 0 }),
  "settings.name": asFreshOwner(),
  "settings.photo": asFreshOwner({ image }),
  "settings.removePhoto": async (setting) => {
    const { token, call } = await freshOwner(setting);
    await call(settings.photo, { body: { image } });
    return { token };
  },
  "settings.password": asFreshOwner({
    old_password: password,
    password: newPassword,
    confirm_password: newPassword,
  }),
  "settings.endOtherSessions": asFreshOwner(),
  "reauthentication.confirm": asFreshOwner({ password }),
  "twoFactor.phoneNumberSubmit": async (setting) => ({ token: (await pendingOwner(setting)).token }),
  "twoFactor.check": async (setting) => {
    const phone = freshPhone();
    const { token, user_id } = await pendingOwner(setting, phone);
    return { values: { user_id, otp: textedCode(setting.app, phone) }, token };
  },
  "twoFactor.resend": async (setting) => {
    const { token, user_id } = await pendingOwner(setting, freshPhone());
    setting.app.clock.advance(resendAfterMs);
    return { values: { user_id }, token };
  },
  "clients.add": () => ({ values: { email: freshEmail(), password: newPassword, confirm_password: newPassword } }),
  "clients.one": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "clients.proveEmail": async ({ app, fresh }) => {
    await app.pool.query("update dealers set email_proved_at = null where id = $1", [fresh.dealer_id]);
    return { values: { id: fresh.dealer_id } };
  },
  "sampleDealership.remove": async ({ app }) => {
    const sample = "insert into dealers (business_name, is_sample) values ('Sample Motors', 1) returning id";
    const { rows } = await app.pool.query<{ id: number }>(sample);
    return { values: { id: rows[0]?.id } };
  },
  "quotas.one": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "quotas.change": ({ fresh }) => ({ values: { id: fresh.dealer_id, texts: 7 } }),
  "clients.changePassword": ({ fresh: { dealer_id } }) => ({
    values: { client_id: dealer_id, password: newPassword, confirm_password: newPassword },
  }),
  "clients.searchNumbers": ({ fresh }) => ({ values: { input: "212", dealer_id: fresh.dealer_id } }),
  "clients.buyNumber": async (setting) => {
    const { call } = await freshOwner(setting);
    const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
    await call(locations.store, { body: place });
    return { values: { dealerId: setting.fresh.dealer_id, selectedNumber: freshPhone() } };
  },
  "clientRegistrations.saveTerms": () => ({
    values: {
      business: "5",
      campaign: "15",
      monthly: "1.50",
      toll_free: "0",
      resubmit: "0",
      daily_segments: 2_000,
      blocks_replies: 0,
    },
  }),
  "clientRegistrations.one": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "clientRegistrations.submit": async (setting) => {
    const version = await saveDraft((await freshOwner(setting)).call);
    return { values: { id: setting.fresh.dealer_id, version } };
  },
  "clientRegistrations.resubmit": inState("refused"),
  "clientRegistrations.verifyTollFree": async (setting) => {
    const { values } = await registrationPreparations["textRegistration.verifyTollFree"](setting);
    return { values: { id: setting.fresh.dealer_id, number: values.number, version: values.version } };
  },
  "clientRegistrations.lookAgain": inState("in_review"),
  "clientRegistrations.takeUp": inState("stuck"),
  "clientRegistrations.addNumber": async (setting) => {
    const { app, fresh } = setting;
    const number = freshPhone();
    app.sms.numbers.owned.set(number, `PN${number}`);
    await app.pool.query("delete from phone_numbers where dealer_id = $1", [fresh.dealer_id]);
    return { values: { id: fresh.dealer_id, location_id: fresh.location_id, number } };
  },
  "platformRegistration.suggestions": () => ({ values: { opt_in_ways: [], brand_name: "Rooftop" } }),
  "platformRegistration.saveDraft": async ({ app }) => ({
    values: { ...completeDraft, version: await platformVersion(app) },
  }),
  "platformRegistration.checkWebsite": () => ({
    values: { website: completeDraft.website, brand_name: completeDraft.brand_name },
  }),
  "platformRegistration.submit": async ({ app }) => ({ values: { version: await platformDraft(app) } }),
  "platformRegistration.resubmit": async ({ app }) => {
    const version = await platformDraft(app);
    const operator = await app.signIn((await app.operator()).email);
    await operator(platformRegistration.submit, { body: { version, password } });
    const id = await refusedOf(app, 0);
    return { values: { id, version } };
  },
  "platformRegistration.verifyTollFree": async ({ app }) => {
    const number = `+1888${freshPhone().slice(5)}`;
    await app.server.within.control("test", (unit) => ensurePlatformNumber(unit, number, "scripted", "registered"));
    await app.pool.query("update phone_numbers set number = $1, provider_sid = 'PN1' where dealer_id = 0", [number]);
    return { values: { number, version: await platformDraft(app) } };
  },
  "platformRegistration.addNumber": async ({ app }) => {
    const number = freshPhone();
    app.sms.numbers.owned.set(number, `PN${number}`);
    await app.pool.query("delete from phone_numbers where dealer_id = 0");
    return { values: { number } };
  },
  "visits.places": ({ fresh }) => ({ values: { id: fresh.dealer_id } }),
  "visits.begin": async (setting) => {
    const { dealer_id: id, location_id } = setting.fresh;
    return { values: { id, location_id }, token: await operatorToken(setting) };
  },
  "visits.end": async (setting) => {
    const token = await operatorToken(setting);
    const { dealer_id: id, location_id } = setting.fresh;
    const body = { location_id, reason: "The owner asked for help", minutes: 15 };
    await injectedCaller(setting.app.http, token)(supportAccess.begin, { params: { id }, body });
    return { token };
  },
  "platformCampaigns.hold": ({ rows }) => ({ values: { id: rows.scheduledCampaign } }),
  "platformCampaigns.release": async ({ app, rows }) => {
    await app.pool.query("update campaigns set held_for = 'Complaints' where id = $1", [rows.scheduledCampaign]);
    return { values: { id: rows.scheduledCampaign } };
  },
  "marketingRules.resume": async ({ app }) => {
    const stop =
      "insert into marketing_stops (reason, stopped_at, stopped_by) values ('Complaints', now(), 1) on conflict do nothing";
    await app.pool.query(stop);
    return {};
  },
  "marketingRules.stop": async ({ app }) => {
    await app.pool.query("update marketing_stops set ended_at = now() where ended_at is null");
    return {};
  },
  "marketingRules.removeHours": async ({ app }) => {
    await app.pool.query("insert into quiet_hours values ('NY', 127, 540, 1200, '2099-01-01') on conflict do nothing");
    return {};
  },
  "operatorTags.add": () => ({ values: { name: crypto.randomUUID() } }),
  "operatorTags.remove": async ({ app }) => {
    const { rows } = await app.pool.query<{ id: number }>("select id from tags order by id desc limit 1");
    return { values: { id: rows[0]?.id } };
  },
  "firstRun.hide": () => ({ values: { hidden: 1 } }),
  "consent.opt": () => ({ values: { opt_type: "out" } }),
  "platformErasure.erase": ofAClient,
  "platformErasure.everything": ofAClient,
  "customers.removeChosen": ({ rows }) => ({ values: { customer_ids: [rows.customer] } }),
  "customerDeletion.restore": ({ rows }) => ({ values: { customer_ids: [rows.deletedCustomer] } }),
  "emailTemplates.add": newTitle,
  "emailTemplates.update": newTitle,
  "reviewInvites.sendMany": async ({ app, rows }) => {
    const sql = `insert into customers (dealer_id, location_id, first_name, last_name, email, phone, company, address)
      select dealer_id, location_id, 'Ana', 'Ruiz', '', $2, '', '' from customers where id = $1 returning id`;
    const { rows: found } = await app.pool.query(sql, [rows.customer, freshPhone()]);
    return { values: { customer_ids: [found[0].id], list_id: "" } };
  },
  ...reviewSitePreparations,
  ...registrationPreparations,
  ...calendarPreparations,
  "reviews.match": () => ({ values: { invite_id: "" } }),
  "textTemplates.add": newTitle,
  "textTemplates.update": newTitle,
  "chatAttachments.addFromTemplate": async ({ app, rows }) => {
    const sql = `with picture as (insert into marketing_images (dealer_id, storage_key, type, size, created_by, created_at)
        select dealer_id, 'm/1/a/picture.png', 'image/png', 100, created_by, now() from text_templates where id = $1
        returning dealer_id, id)
      update text_templates t set image_id = p.id from picture p where t.dealer_id = p.dealer_id and t.id = $1`;
    await app.pool.query(sql, [rows.textTemplate]);
    const bytes = Buffer.from(image.split(",")[1] ?? "", "base64");
    await app.server.ports.storage.put("m/1/a/picture.png", bytes, "image/png");
    return { values: { chat_id: rows.chat } };
  },
  "library.upload": () => ({ values: { file: crypto.randomUUID() } }),
  "library.change": () => ({ values: { name: crypto.randomUUID() } }),
  "library.remove": after("update library_files set deleted_at = null where id = $1", "libraryFile"),
  "library.restore": after("update library_files set deleted_at = test_now() where id = $1", "libraryFile"),
  "library.addFolder": () => ({ values: { name: crypto.randomUUID() } }),
  "library.renameFolder": () => ({ values: { name: crypto.randomUUID() } }),
  "textCampaigns.add": ({ rows }) => ({ values: { ...campaignDraft(rows.list) } }),
  ...mailPreparations,
  ...kioskPreparations,
  "textCampaigns.listNotReached": async ({ app, rows }) => {
    const sql = `insert into campaign_recipients (dealer_id, campaign_id, n, location_id, customer_id, address, zones,
        states, due_at, state, reason, created_at)
      select dealer_id, id, 1, location_id, $2, '', '', '', now(), 'skipped', 'recent', now() from campaigns where id = $1`;
    await app.pool.query(sql, [rows.campaign, rows.customer]);
    return {};
  },
  "legalPages.change": () => ({ values: { privacy: "Ask us.", terms: "" } }),
  "widget.renewKey": asFreshOwner(),
  "widget.endPreviousKey": async (setting) => {
    const { token, call } = await freshOwner(setting);
    await call(widget.renewKey);
    return { token };
  },
  "lists.update": newTitle,
  "lists.addCustomers": ({ rows }) => ({ values: { customer_ids: [rows.otherCustomer] } }),
  "lists.removeCustomers": ({ rows }) => ({ values: { customer_ids: [rows.customer] } }),
  "uploads.map": after("update uploads set mapping = array[''] where id = $1", "upload"),
  "chatTags.add": after("delete from chat_tags where chat_id = $1", "chat"),
  "chatSelection.assign": ({ rows }) => ({ values: { chat_ids: [rows.chat], user_id: "" } }),
  "chatSelection.close": ({ rows }) => ({ values: { chat_ids: [rows.chat] } }),
  "chatSelection.tag": ({ rows }) => ({ values: { chat_ids: [rows.chat] } }),
  "snooze.snooze": after("update chats set is_closed = 0 where id = $1", "chat"),
  "snooze.unsnooze": after("update chats set is_closed = 0, snoozed_until = now() where id = $1", "chat"),
  "invitations.look": async (setting) => ({ values: { token: await invitedToken(setting) } }),
  "invitations.accept": async (setting) => ({
    values: { token: await invitedToken(setting), email: "", password: newPassword },
  }),
};
