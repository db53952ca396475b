/* As long as the calls have fields of their own meaning. */
import type { InjectOptions } from "fastify";
import type * as z from "zod/mini";
import { type Call, pathOf } from "#core/call.ts";
import { onePixel } from "#testing/inbox/files.ts";
import type { TestApp } from "#testing/testApp.ts";

/** Valid values by field name, for everything that a call needs besides ids. */
const validValues: Record<string, unknown> = {
  confirmation: "ERASE",
  first_name: "Maria",
  last_name: "Lopez",
  email: "maria@example.com",
  address: "1 Main St",
  company: "",
  title: "Test drive",
  type: 0,
  timeType: "now",
  notes: "",
  status: 1,
  customer_ids: [999_999_999],
  message: "Hello",
  version: 1,
  is_closed: 1,
  search_param: "",
  offset: 0,
  note: "Likes red",
  is_typing: 1,
  is_new: 1,
  is_here: 1,
  tag_id: 1,
  is_pinned: 1,
  fcm_token: "the-token-of-a-browser-that-tests-use",
  attachment_path: "A price list\n",
  send_at: new Date(Date.now() + 86_400_000).toISOString(),
  until: new Date(Date.now() + 86_400_000).toISOString(),
  unless_reply: 0,
  opt_type: "in",
  evidence: "Signed at the desk",
  decision: "no_request",
  csv_file: "Phone\n2125550123\n",
  reviews_file: "Date,Site,Rating\n2026-01-15,Google,5\n",
  picture: onePixel,
  file: "A price list\n",
  mapping: ["phone"],
  list_title: "",
  filter: "all",
  known: "update",
  consent: 0,
  untouched_minutes: 5,
  failures_least: 5,
  failures_percent: 10,
  optouts_least: 5,
  optouts_times: 3,
  password: "Test-password-1",
  remember_me: 0,
  otp: "123456",
  is_on: 1,
  sites: ["example.com"],
  greeting: "",
  closed_greeting: "",
  color: "#016b70",
  side: "right",
  privacy_url: "",
  terms_url: "",
  recording_consent: 1,
  missed_call_text: 1,
  missed_call_words: "",
  reason: "The owner asked for help",
  minutes: 15,
  business_name: "Lopez Motors",
  template: "Our sale starts today",
  zip: "10001",
  industry_id: 1,
  feature_id: 1,
  description: "Call about the trade-in",
  due_at: new Date(Date.now() + 86_400_000).toISOString(),
  show: "all",
  no_show: 0,
  unconfirmed: 1,
  reschedule: 1,
  first_hours: 24,
  second_hours: 2,
  review: 1,
  week: [null, { opens: 540, closes: 1080 }, null, null, null, null, null],
  closed: [],
  location: "Downtown",
  address_2: "",
  city: "Springfield",
  state: "NY",
  postal_code: "10001",
  from_name: "Lopez Motors",
  reply_to: "sales@example.com",
  postal_address: "1 Main St, Springfield, NY 10001",
};

let emailCount = 0;

/** A field that yields an unused email address at each read. */
function freshEmail() {
  return {
    get email() {
      emailCount += 1;
      return `member-${emailCount}@example.com`;
    },
  };
}

const planRequest = {
  name: "Internet",
  starts: "stage",
  kind: "sales",
  sources: [],
  on_team: "stop",
  weekdays: 62,
  from_minute: 540,
  to_minute: 1_080,
  end_task: "",
  steps: [{ kind: "text", day: 2, minute: 600, after: 0, words: "Hi!" }],
};
const reviewFields = { author: "Ana R.", rating: 5, body: "Fast", published_on: "2026-01-15", version: 0 };
const reviewSiteFields = { kind: "google", title: "", write_url: "https://g.page/r/harbor/review", is_shown: 1 };

/** Values for calls in which a field name has its own meaning. */
export const validValuesByCall: Record<string, Record<string, unknown>> = {
  "inbox.chats": { type: "all" },
  "appointments.table": { period: "", status: "", type: "" },
  "appointmentCalendar.view": { day: "2030-01-02", days: 7, status: "", type: "" },
  "quickAppointments.freeTimes": { duration: 30 },
  "appointmentCalendar.move": { starts: "2030-01-02T09:15", ends: "2030-01-02T10:00", version: 1, confirmed: 1 },
  "appointmentCalendar.undoMove": { version: 2 },
  "reminders.changeSettings": { is_on: 1, language: "en", confirms: 0 },
  "timeOff.add": { starts: "2020-03-01T00:00", ends: "2020-03-02T00:00" },
  "timeOff.update": { starts: "2020-03-03T00:00", ends: "2020-03-04T00:00" },
  "meetings.list": { type: 1, day: "2030-01-02" },
  "meetings.add": { url: "https://meet.example/room", user_ids: [], text_customer: 0, mail_customer: 0 },
  "meetings.edit": { url: "https://meet.example/room", user_ids: [], text_customer: 0, mail_customer: 0 },
  "calendarSource.set": { url: "https://calendar.example/private.ics" },
  "leadPages.finish": { state: "from-nowhere", code: "simulated" },
  "leads.viewCounts": { views: [{ show: "mine" }] },
  "connectedCalendar.finish": { state: "from-nowhere", code: "simulated" },
  "meetings.cancel": { text_customer: 0 },
  "meetingRoom.exchange": { seat: "s".repeat(43), after: 0, to: 0, known: "", signals: [] },
  "meetingRoom.leave": { seat: "s".repeat(43) },
  "leadFigures.summary": { period: "today", location: "acting" },
  "leadFigures.rows": { period: "today", location: "acting", reached: "lead", source: "" },
  "leadFigures.export": { period: "today", location: "acting" },
  "dashboard.figures": { period: "today", location: "acting" },
  "dashboard.contactsBefore": { period: "today", location: "acting" },
  "dashboard.campaignTexts": { period: "today", location: "acting" },
  "dashboard.funnel": { period: "today", location: "acting" },
  "dashboard.drillDown": { figure: "todays_appointments", period: "today", location: "acting" },
  "live.since": { dealer: 0, location: 0, user: 0 },
  "inboxSearch.search": { search_param: "hello" },
  "textCampaigns.table": { status: "", period: "" },
  "emailCampaigns.table": { status: "", period: "" },
  "mailBounces.undo": { email: "bounced@example.com" },
  "campaignPreview.audience": {
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
  },
  "campaignPreview.leftOut": {
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
    reason: "opted_out",
  },
  "testTexts.send": { phone_no: "2125550187", picture: "" },
  "marketingRules.setHours": { weekdays: 127, from_minute: 540, to_minute: 1200, since: "2099-01-01", source: "A law" },
  "marketingRules.removeHours": { weekdays: 127, since: "2099-01-01" },
  "emailPreview.audience": { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "" },
  "testEmails.send": { email: "sees@example.com", email_subject: "Sale", campaign_template: "<p>Sale</p>" },
  "outreach.sendEmail": { subject: "Your trade-in", client_id: "an-email-of-a-check" },
  "outreach.logCall": { outcome: "reached", minutes: "", client_id: "a-call-of-a-check" },
  "outreach.changeCall": { outcome: "reached", minutes: "" },
  "tasks.changeRules": { outcome: 1 },
  "leads.saveStages": {
    stages: [
      { name: "New", kind: "open", reached_by: "" },
      { name: "Sold", kind: "won", reached_by: "" },
      { name: "Lost", kind: "lost", reached_by: "" },
    ],
    moves: [],
  },
  "leadAssignment.save": { version: 1, known_first: 1, rules: [] },
  "leadAssignment.preview": { kind: "sales", source: "", vehicle_status: "" },
  "workingHours.change": { week: "" },
  "next.queue": { queue: "mine" },
  "customFields.change": { name: "Hobby", options: [] },
  "customFields.archive": { archived: 0 },
  "customFields.order": { field_ids: [] },
  "library.change": { name: "Front" },
  "library.addFolder": { name: "Lot" },
  "library.renameFolder": { name: "Lot" },
  "savedViews.list": { screen: "leads" },
  "savedViews.add": { address: "/leads?show=mine", is_shared: 1 },
  "savedViews.change": { name: "Mine", address: "/leads?show=mine", is_shared: 1 },
  "savedViews.open": { screen: "leads" },
  "timeline.entries": { until: "", after: "", search: "", kinds: [], length: 50 },
  "next.done": { kind: "lead" },
  "next.snooze": { kind: "lead" },
  "next.wake": { kind: "lead" },
  "autoReplies.changeSettings": { is_on: 1, closed_words: "We're closed.", holiday_words: "" },
  "firstAnswers.changeSettings": {
    is_on: 1,
    kinds: ["sales"],
    listed_only: 0,
    open_words: "Hi!",
    closed_words: "",
    holiday_words: "",
    sources: [],
  },
  "leadOrigins.save": { widget: 1, tracked_calls: 0, new_callers: 0, new_texters: 0 },
  "leadCrm.save": { leads: 1, missed_calls: 0, appointments: 0 },
  "leadGoals.team": { month: "2026-01" },
  "leadGoals.save": { month: "2026-01", contacted: "", set: "", shown: "", sold: "5" },
  "leads.add": { phone: "9095550177", kind: "sales", vehicles: [] },
  "leads.update": { kind: "sales", source: "Walk-in", vehicles: [] },
  "leads.table": { kind: "", source: "", stage_id: "", owner_id: "" },
  "leadBoard.columns": { kind: "", source: "", search: "", stage_id: "", owner_id: "" },
  "leadBoard.cards": { stage_id: 999_999_999, kind: "", source: "", search: "", owner_id: "", after: "" },
  "leadBulk.assign": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadBulk.move": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadBulk.remove": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadBulk.tag": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadBulk.list": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadBulk.startPlan": { all: 1, kind: "", source: "", search: "no such lead", stage_id: "", owner_id: "" },
  "leadPlans.add": planRequest,
  "leadPlans.save": { ...planRequest, revision: 1 },
  "leadPlans.turn": { is_on: 1 },
  "leadPlans.pause": { days: 1 },
  "leadPlans.skip": { step_id: 1 },
  "leadPlans.sendNow": { step_id: 1 },
  "leadPlans.people": { show: "running", step: "" },
  "leads.export": { kind: "", source: "", search: "", stage_id: "", owner_id: "" },
  "emailCampaigns.listPeople": { label: "Not opened", state: "", reason: "", outcome: "not_opened", link: 0 },
  "emailCampaigns.recipients": { state: "", reason: "", link: 0 },
  "emailReports.list": { recipient: 1 },
  "emailCampaigns.add": {
    save_type: "draft",
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
  },
  "textCampaigns.recipients": { state: "", reason: "" },
  "textCampaigns.add": {
    save_type: "draft",
    campaign_send_date: "",
    campaign_send_time: "",
    campaign_send_timezone: "",
  },
  "team.add": freshEmail(),
  "team.update": freshEmail(),
  "invitations.send": freshEmail(),
  "locations.update": { title: "Uptown", time_zone: "America/New_York" },
  "publicSite.changeContacts": { phone: "", facebook: "", instagram: "", linkedin: "", x: "", youtube: "" },
  "quotas.change": { texts: "", mails: "", invitations: "", storage_gb: "5" },
  "alerts.changeRules": {
    untouched_on: 1,
    failures_on: 1,
    optouts_on: 1,
    imports_on: 1,
    campaigns_on: 1,
    reviews_on: 0,
  },
  "leaderboard.teamRows": { figure: "all_appointments" },
  "leaderboard.drillDown": { figure: "all_appointments" },
  "reviewAnalytics.rows": { figure: "reviews", period: "all" },
  "reviewPerformance.drillDown": { figure: "invites", period: "year" },
  "reviewPerformance.export": { period: "year", search: "" },
  "reviewInvites.table": { period: "year", show: "all" },
  "reviewInvites.send": { name: "Maria Lopez", contact: "5185550123", language: "en", consent: 1, anyway: 1 },
  "reviewInvites.sendMany": { language: "", consent: 1 },
  "reviewInvites.markReviewed": { reviewed: 1 },
  "reviewInvites.export": { period: "year", show: "all" },
  "voice.changeOwnPhone": { phone: "9095550177" },
  "voice.placeCall": { phone: "9095550177" },
  "callLog.table": { period: "year", show: "all" },
  "callLog.markSpam": { spam: 1 },
  "callLog.export": { period: "year", show: "all" },
  "callSettings.request": { source: "Radio", area_code: "909", forward_to: "" },
  "clientCalls.change": { send_email: 0, recording_consent: 1 },
  "numberShop.search": { area_code: "909" },
  "numberShop.buy": { source: "Radio", area_code: "909", forward_to: "", number: "9095550188", price: "1.15" },
  "countries.allow": { countries: ["CA"] },
  "numberShop.changeTerms": { may_buy: 1, monthly_limit: 5 },
  "callSettings.change": { source: "Radio", forward_to: "" },
  "tracking.texts": { period: "year", show: "all" },
  "tracking.exportTexts": { period: "year", show: "all" },
  "kiosk.turn": { is_on: 1 },
  "kiosk.setPin": { pin: "4821" },
  "kiosk.unlock": { pin: "4821" },
  "kiosk.invite": { pin: "4821", name: "Maria Lopez", contact: "5185550123", language: "en", consent: 1, anyway: 1 },
  "reviewSettings.saveGoal": { monthly_goal: 20 },
  "reviewSettings.saveImage": { with_image: 1, image: 3 },
  "reviewSettings.saveLowRating": { low_rating: 3 },
  "reviewSettings.saveTiming": { cooldown_days: 30, reminder_days: 0 },
  "reviewSettings.saveText": { language: "es", words: "Gracias: %review_link%", is_fallback: 0 },
  "reviewSettings.removeText": { language: "es" },
  "sourceReport.saveSpend": { source: "Google", month: "2026-01", spend: "250" },
  "replyTexts.save": { stars: "5", language: "es", words: "¡Gracias, %first_name|y un saludo%!" },
  "replyTexts.restore": { stars: "5", language: "es" },
  "reviews.add": reviewFields,
  "reviews.update": reviewFields,
  "reviews.assign": { user_ids: [] },
  "reviews.settle": { settled: 1 },
  "reviews.saveDraft": { body: "Thank you" },
  "reviews.reply": { body: "Thank you", version: 0 },
  "reviewConnections.finish": { state: "1.2.3", code: "simulated" },
  "reviewConnections.choose": { ref: "profiles/1" },
  "reviewSites.add": reviewSiteFields,
  "reviewSites.update": reviewSiteFields,
  "reviewSites.move": { by: 1 },
  "report.drillDown": { figure: "assign_to" },
};

/** An id field of a call. */
export interface IdField {
  readonly where: "params" | "body";
  readonly field: string;
}

const isId = (field: string) => /(^|_)id$/.test(field) && field !== "client_id";

export function fieldsOf(call: Call, where: IdField["where"]): string[] {
  const schema = call[where] as z.ZodMiniObject | undefined;
  return Object.keys(schema?.shape ?? {});
}

/** Every id field of a call. */
export function idFieldsOf(call: Call): IdField[] {
  return (["params", "body"] as const).flatMap((where) =>
    fieldsOf(call, where).flatMap((field) => (isId(field) ? { where, field } : [])),
  );
}

export type FieldValues = Record<string, unknown>;

/** Valid values of a call's fields; `ids` supplies or overrides some by name. */
export function validFields(call: Call, where: IdField["where"], ids: FieldValues = {}): FieldValues {
  const values: FieldValues = { ...validValues, ...validValuesByCall[call.name], ...ids };
  return Object.fromEntries(
    fieldsOf(call, where).flatMap((field) => {
      if (field === "phone" && !("phone" in ids)) return [[field, unusedPhone()]];
      return field in values ? [[field, values[field]]] : [];
    }),
  );
}

/** A valid request; `ids` supplies or overrides fields by name, in the path or the body. */
export function buildRequest(call: Call, ids: FieldValues, headers: Record<string, string> = {}): InjectOptions {
  const body = validFields(call, "body", ids);
  return {
    method: call.method,
    url: `/api${pathOf(call, validFields(call, "params", ids))}`,
    headers: { ...headers, ...(call.file && { "content-type": `multipart/form-data; boundary=${boundary}` }) },
    ...((call.method === "POST" || fieldsOf(call, "body").length > 0) && {
      payload: call.file ? multipartBody(call.file.field, body) : body,
    }),
  };
}

const boundary = "a-boundary-of-tests";

/** A multipart body as a browser sends it, with a file when `field` has a valid one. */
function multipartBody(field: string, values: FieldValues): string {
  const part = (head: string, value: unknown) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const fields = Object.entries(values).map(([name, value]) => part(`name="${name}"`, value));
  const files = field in validValues ? [part(`name="${field}"; filename="customers.csv"`, validValues[field])] : [];
  return `${[...fields, ...files].join("")}--${boundary}--\r\n`;
}

let phoneCount = 0;
const unusedPhone = () => `212555${String(++phoneCount).padStart(4, "0")}`;

export interface CallResponse {
  readonly status: number;
  readonly envelope: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

/** Sends a request; leaves the request id out of the envelope, so that envelopes compare. */
export async function sendRequest(app: TestApp, request: InjectOptions): Promise<CallResponse> {
  const response = await app.http.inject(request);
  const { request_id: _, ...envelope } = response.json();
  return { status: response.statusCode, envelope, headers: response.headers };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
