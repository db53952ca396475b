/* As long as the two tables of contract objects that it checks. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { exportsOf, readSources } from "./sources.ts";

/** The table behind each exported contract object, whose columns have the same names. */
const tableOf: Record<string, string> = {
  "alerts.Alert": "alerts",
  "alerts.AlertRules": "alert_rules",
  "accounts.LoginUser": "users",
  "accounts.Profile": "users",
  "accounts.registration.BusinessLocation": "locations",
  "accounts.registration.RegistrationChoice": "industries",
  "accounts.registration.EmailCheck": "logins",
  "accounts.registration.RegisteredUser": "users",
  "accounts.registration.Registration": "users",
  "accounts.settings.CallPhone": "locations",
  "accounts.settings.CrmEmail": "locations",
  "accounts.settings.NotificationPhone": "locations",
  "accounts.settings.OtpPhone": "users",
  "accounts.settings.OwnName": "users",
  "accounts.settings.ProfileSettings": "users",
  "accounts.settings.SignedInBrowser": "sessions",
  "admin.clients.Client": "dealers",
  "admin.clients.ClientDraft": "locations",
  "admin.clients.Purchase": "number_purchases",
  "customers.consent.ConsentEvent": "consent_events",
  "admin.tags.OperatorTag": "tags",
  "admin.records.PlatformCustomer": "customers",
  "admin.records.LogEntry": "audit_log",
  "admin.records.PlatformCampaign": "campaigns",
  "admin.records.PlatformMessage": "messages",
  "platformInbox.PlatformText": "platform_texts",
  "admin.supportAccess.SupportAccessRecord": "visits",
  "admin.supportAccess.SupportAccessDraft": "visits",
  "customers.Customer": "customers",
  "customers.CustomerDetails": "customers",
  "customers.CustomerDraft": "customers",
  "customers.FoundCustomer": "customers",
  "customers.deletion.DeletedCustomer": "customer_deletions",
  "appointments.Appointment": "appointments",
  "appointments.AppointmentDraft": "appointments",
  "appointments.AppointmentEdit": "appointments",
  "templates.text.TextTemplate": "text_templates",
  "templates.email.EmailTemplate": "email_templates",
  "campaigns.email.EmailCampaign": "campaigns",
  "campaigns.email.EmailCampaignDetail": "campaigns",
  "campaigns.email.EmailCampaignDraft": "campaigns",
  "campaigns.email.EmailCampaignRecipient": "campaign_recipients",
  "campaigns.text.TextCampaign": "campaigns",
  "campaigns.text.CampaignDraft": "campaigns",
  "campaigns.text.CampaignRecipient": "campaign_recipients",
  "duplicates.ComparedCustomer": "customers",
  "duplicates.Merge": "customer_merges",
  "inbox.Chat": "chats",
  "inbox.CurrentChat": "chats",
  "inbox.ChatCustomer": "customers",
  "inbox.conversation.ChatMessage": "messages",
  "leaderboard.LeaderboardRow": "users",
  "lists.CustomerList": "customer_lists",
  "lists.ListDraft": "customer_lists",
  "inbox.conversation.CallInChat": "calls",
  "inbox.list.BriefMessage": "messages",
  "inbox.attachments.ChatAttachment": "chat_attachments",
  "inbox.conversation.ChatNote": "chat_notes",
  "inbox.conversation.ChatNoteDraft": "chat_notes",
  "inbox.sending.ScheduledMessage": "scheduled_messages",
  "inbox.list.CountedTag": "tags",
  "appointments.reminders.AppointmentReminder": "appointment_reminders",
  "appointments.reminders.ReminderSettings": "reminder_settings",
  "inbox.autoReplies.AfterHoursReply": "after_hours_replies",
  "inbox.autoReplies.AfterHoursReplyDraft": "after_hours_replies",
  "inbox.calls.VoiceSettings": "voice_settings",
  "inbox.calls.VoiceSettingsDraft": "voice_settings",
  "inbox.calls.OwnPhone": "a member's phone for calls, and that of their profile",
  "inbox.calls.OwnPhoneDraft": "member_phones",
  "inbox.calls.CallDraft": "whom to call, and the member's phone",
  "locations.Location": "locations",
  "locations.LocationChange": "locations",
  "locations.LocationDraft": "locations",
  "notifications.Notification": "notifications",
  "tags.Tag": "tags",
  "leads.Lead": "leads",
  "leads.LeadDetail": "leads",
  "leads.LeadDraft": "leads",
  "leads.LeadInquiry": "lead_inquiries",
  "leads.LeadMove": "lead_moves",
  "leads.LeadStage": "lead_stages",
  "leads.board.BoardColumn": "lead_stages",
  "leads.crm.CrmMail": "crm_mails",
  "leads.bulk.BulkChange": "lead_bulk_changes",
  "leads.firstAnswers.FirstAnswerDraft": "first_answer_settings",
  "leads.firstAnswers.FirstAnswerSettings": "first_answer_settings",
  "leads.inquiries.LeadAddress": "lead_addresses",
  "leads.assignment.AssignmentRule": "lead_rules",
  "leads.assignment.LeadAssignment": "lead_assignment",
  "leads.assignment.RuleDraft": "lead_rules",
  "views.SavedView": "saved_views",
  "library.LibraryFile": "a file with its address, and who uploaded it",
  "library.LibraryFolder": "library_folders",
  "leads.plans.FollowUpPlan": "lead_plans",
  "leads.plans.PlanRow": "lead_plans",
  "leads.plans.PlanDraft": "lead_plans",
  "leads.plans.PlanPerson": "lead_plan_enrollments",
  "leads.plans.ShownStep": "a step of a version, which is stored with the others as one list, and its figures",
  "leads.plans.PlanPicture": "a file of the library as a plan's step has it",
  "leads.plans.PlanSender": "a location's number and email settings, and the carrier's price",
  "leads.plans.PlanConflict": "who saved a plan meanwhile",
  "tasks.Task": "tasks",
  "tasks.TaskDraft": "tasks",
  "tasks.TaskRules": "task_rules",
  "report.ReportRow": "users",
  "team.Member": "users",
  "team.MemberChange": "users",
  "team.MemberDraft": "users",
  "team.TeamMember": "users",
  "marketing.sender.MailSenderDraft": "sender_settings",
  "reputation.settings.ReviewText": "review_texts",
  "reputation.reviews.ReplyText": "review_reply_texts",
  "reputation.sites.ReviewConnection": "review_connections",
  "reputation.sites.ReviewSite": "review_sites",
  "reputation.sites.ReviewSiteDraft": "review_sites",
  "team.invitations.Invitation": "team_invitations",
  "textRegistration.legalPages.LegalAdditions": "legal_page_additions",
  "team.invitations.InvitationDraft": "team_invitations",
};

/** Objects on the wire that are no row, each with the reason. */
const withoutTable: Record<string, string> = {
  "appointments.CustomerWithPhone": "who has the phone that a booking named, in the words of a refusal",
  "appointments.timeOff.AppointmentsInTimeOff": "why somebody can't be off, with appointments as their table has them",
  "widget.WidgetDraft": "its websites are a list, stored as they are",
  "widget.WidgetSettings": "its websites are a list, stored as they are",
  "widget.VisitDetails": "a page and a token, of which a submission keeps the host and the path",
  "widget.CodeEntry": "compared with a hash, and not stored",
  "widget.SessionEntry": "a token is compared by its hash",
  "widget.VisitorMessage": "what a visitor types becomes a message, a submission and consent",
  "textRegistration.operator.ClientRegistration": "rows of several tables beside each other",
  "textRegistration.operator.QueuedRegistration": "a registration with its client's name, or a client that needs one",
  "textRegistration.operator.SavedTerms": "the one row of terms, without its key",
  "textRegistration.operator.StepTaken": "a step without what only the engine needs",
  "textRegistration.operator.TermsDraft": "dollars as typed, stored as cents",
  "textRegistration.legalPages.TextSignUp": "what a visitor types becomes a submission and consent",
  "meetings.room.EnteredRoom": "a token, of which its hash is stored, and settings",
  "meetings.room.GuestEntry": "a signed link and a token are compared",
  "meetings.room.GuestExchange": "a link, and what is passed on",
  "meetings.room.GuestLeave": "a link and a token are compared",
  "meetings.room.RoomExchange": "passed on, and deleted once it has arrived",
  "meetings.room.RoomNews": "who is present, and what was passed on",
  "meetings.Meeting": "an appointment with its room, its people and its customer's link",
  "leads.forms.LeadPage": "a page without its access",
  "meetings.connectedCalendar.ConnectedCalendar":
    "an account without its access, with what was left out of its calendar",
  "team.invitations.Acceptance": "a token is compared, and a password stored as its hash alone",
  "team.invitations.InvitationPreview": "an invitation with the names of its business, its locations and its sender",
  "leaderboard.CountedRow": "an appointment, an answer, a message or a chat, whichever was counted",
  "next.NextEntry": "rows of several tables, one a customer",
  "timeline.TimelineEntry": "a row of one of twelve tables, or the texts of an exchange",
  "dashboard.leads.CountedLead": "a lead with the names of its customer, stage, owner and location",
  "dashboard.leads.LeadCounts": "counted from leads",
  "dashboard.leads.LeadSummary": "counted from leads",
  "dashboard.leads.SourceLeads": "counted from leads",
  "dashboard.goals.MemberGoals": "a member with goals of one month, or of one before, and what their leads reached",
  "leads.origins.LeadOrigins": "since when each makes leads, as yes or no",
  "leads.crm.CrmSettings":
    "since when each kind goes out, as yes or no, with the location's email and its latest mails",
  "dashboard.DrillDownRow": "rows of several tables under the same names",
  "customers.deletion.OpenWork": "counted from rows of several tables",
  "dashboard.Dashboard": "counted from rows of several tables",
  "locations.hours.BusinessHours": "a location together with its hours, or the usual ones",
  "locations.hours.DaySpan": "a day of a week, which is stored as it is",
  "team.workingHours.WorkingHours": "a location's team together with their weeks, or the location's",
  "locations.hours.HoursDraft": "the week and its closed days are lists, stored as they are",
  "tracking.LoggedText": "a conversation's text or a row of a campaign's ledger, with both numbers",
  "admin.clients.ClientCallSettings": "voice_settings, with defaults, and the location's title and email",
  "admin.clients.ClientCallSettingsDraft": "voice_settings",
  "admin.clients.AllowedCountries": "rows of a table, as a list",
  "admin.numberShop.ShopTerms": "what the operator said, or the defaults, with what is left",
  "admin.numberShop.ShopTermsDraft": "a limit as typed",
  "admin.numberShop.NumberOffer": "a source and a phone as typed, and a number with its price",
  "locations.callSettings.TrackingNumber": "a number or the request for one, with its location's phone",
  "locations.callSettings.TrackingNumberChange": "a source as typed, and a phone as typed",
  "locations.callSettings.NumberRequest": "a source and a phone as typed",
  "admin.clients.RequestedNumber": "a request with its location's title",
  "inbox.calls.LoggedCall": "a call with its customer's name, its recording's address and what follows from it",
  "textRegistration.AnswerSuggestions": "written from the business's own templates and settings",
  "textRegistration.CarrierRegistration": "carrier_registrations",
  "textRegistration.NumberOfBusiness": "phone_numbers",
  "textRegistration.ProblemFound": "one of the problems in a registration's row",
  "textRegistration.ProfileDraft": "carrier_profiles",
  "textRegistration.RegistrationEvent": "carrier_registration_events",
  "textRegistration.RegistrationFees": "registration_terms",
  "textRegistration.RegistrationOverview": "all about a business's registration, each part from its own table",
  "textRegistration.SavedProfile": "carrier_profiles",
  "tracking.sources.SourceFigures": "counted from the calls, texts and appointments of a month",
  "reputation.reviews.Review": "a review with the names of its site, its people and its invite, and its reply",
  "reputation.reviews.ReviewDraft": "a review as typed: of its time only the day is known",
  "reputation.sites.ReviewListing": "a business as its site lists it",
  "reputation.imports.ReviewImport": "an import with the name of who did it, and whether it can be undone",
  "reputation.invites.ReviewInvite": "an invite with the names of its sender and its site, and its text's own state",
  "reputation.invites.SendDraft": "a name and a contact as typed, and what the sender says besides",
  "reputation.invites.SendOutcome": "what came of one request",
  "reputation.invites.ManyOutcome": "counted from the people of one request",
  "reputation.settings.ReviewSettings": "a location's settings, or the defaults, with what follows from them",
  "marketing.delivery.DomainCheck": "asked of the domain name system",
  "marketing.delivery.DomainRecord": "a part of it",
  "marketing.sender.MailSender": "a location's settings, or what stands for them",
  "admin.publicSite.PublicContacts": "the platform's own contacts, which the public pages show",
  "missedEvents.EventPositionSchema": "an event's numbers, once it has them",
  "missedEvents.LastSequencesSchema": "the last numbers of three rooms put together",
  "customers.consent.AskedToStop": "an event under the names that a customer carries it by",
  "customers.consent.ConsentState": "worked out from all events of a phone",
  "customers.redirects.CustomerRedirect": "ids of three tables",
  "inbox.firstRun.FirstRun": "computed from rows of many tables",
  "inbox.firstRun.FirstStep": "computed from rows of many tables",
  "duplicates.LikelyPair": "two customers side by side",
  "duplicates.MergePlan": "what a merge would move, counted",
  "accounts.registration.FirstLocation": "a location under the names that the browser keeps it by",
  "accounts.reset.ResetRequested": "a ticket that says nothing of any row",
  "accounts.twoFactor.ReauthenticationDraft": "a password and a code are compared, not stored",
  "accounts.twoFactor.ReauthenticationStep": "whether somebody is confirmed, and where a code went, masked",
  "accounts.reset.ForgotPasswordDraft": "an address that somebody may have",
  "accounts.reset.ResetCodeDraft": "a ticket and a code are compared, not stored",
  "accounts.reset.ResetDraft": "a password is stored as its hash alone",
  "accounts.settings.OtpSwitches": "flags that may be left out; what they turn is the dealer's",
  "accounts.settings.PasswordChange": "a password is stored as its hash alone",
  "accounts.settings.PhoneCodeDraft": "a code is compared, not stored",
  "accounts.settings.PhoneStep": "how far a change has come",
  "accounts.settings.Photo": "the picture is drawn anew and kept as a file",
  "accounts.twoFactor.CodeDraft": "a code is compared, not stored",
  "accounts.twoFactor.PhoneNumberDraft": "the number is on file, as two_factor_number, once its code was right",
  "accounts.twoFactor.SentCode": "where a code went, masked",
  "campaigns.compose.EmailAudience": "counted from the people of an audience",
  "campaigns.compose.Preflight": "found in an email that is not sent yet",
  "campaigns.compose.AudiencePreview": "counted from the people of an audience",
  "inbox.ChatCounts": "sums of chat_counts, by tab and assignee",
  "inbox.LastSpeaker": "a message's author, or that it has none",
  "inbox.conversation.ChatEvent": "a note, an entry of the ledger of consent, or what was done with a chat",
  "inbox.list.BriefChat": "a chat under the names that the shell reads it by",
  "inbox.list.FoundMessage": "a message with its chat, and where the words stand in it",
  "inbox.sending.ScheduledDraft": "a moment as it was typed, and the ids of files",
  "inbox.sending.UnseenReply": "a message with a code",
  "notifications.DeviceRegistration":
    "how a sign-in's device is reached, with the server's own key; `none` where it isn't",
  "notifications.PushToken": "a subscription or a token, taken apart before it is stored",
  "quotas.ChosenLimits": "gigabytes are stored as bytes",
  "quotas.LimitsDraft": "gigabytes are stored as bytes",
  "quotas.Quotas": "what is used, counted from rows of several tables, beside the limits",
  "admin.clients.NumberChoice": "a number of the carrier's, and whose it is to be",
  "admin.clients.NumberForSale": "a number of the carrier's",
  "admin.clients.NumberSearch": "digits to search by",
  "admin.clients.PasswordDraft": "a password is stored as its hash alone",
  "admin.tags.TagDraft": "the tag is stored tidied, as its name in a list",
  "admin.records.PlatformCampaignFilter": "which rows are asked for",
  "admin.records.PlatformFilter": "which rows are asked for",
  "admin.overview.Figures": "counted from rows of several tables",
  "accounts.LoginDraft": "an address and a password are compared, not stored",
};

/** Fields that share a column's name but not its meaning, each with the reason. */
const differsFromColumn: Record<string, string> = {
  "team.Member.user_type": "the platform's own people belong to no team",
  "team.MemberDraft.user_type": "an owner adds agents and managers",
  "team.MemberChange.user_type": "an owner adds agents and managers",
  "customers.Customer.custom": "an object, which a column of its own kind holds",
  "customers.CustomerDetails.custom": "an object, which a column of its own kind holds",
  "customers.CustomerDraft.custom": "an object, which a column of its own kind holds",
  "duplicates.ComparedCustomer.custom": "an object, which a column of its own kind holds",
  "campaigns.email.EmailCampaignDraft.version": "left out for a new campaign",
  "campaigns.email.EmailCampaignDraft.client_id": "the browser's own id, left out by other clients",
  "campaigns.text.CampaignDraft.version": "left out for a new campaign",
  "campaigns.text.CampaignDraft.client_id": "the browser's own id, left out by other clients",
  "inbox.conversation.ChatNoteDraft.client_id": "the browser's own id, left out by other clients",
  "leads.firstAnswers.FirstAnswerDraft.kinds": "a list, which the column stores as one",
  "leads.firstAnswers.FirstAnswerDraft.sources": "a list, stored as it is",
  "leads.firstAnswers.FirstAnswerSettings.kinds": "a list, which the column stores as one",
  "leads.firstAnswers.FirstAnswerSettings.sources": "a list, stored as it is",
  "leads.LeadDraft.customer_id": "left out where the row has null",
  "leads.LeadDraft.owner_id": "left out where the row has null",
  "leads.LeadDetail.first_response_by": "the wire names the member, the column holds the member's id",
  "leads.assignment.AssignmentRule.is_on": "yes or no, stored as 1 or 0",
  "leads.assignment.LeadAssignment.known_first": "yes or no, stored as 1 or 0",
  "leads.assignment.AssignmentRule.sources": "a list, stored as it is",
  "leads.assignment.RuleDraft.sources": "a list, stored as it is",
  "leads.assignment.RuleDraft.id": "left out for a new rule",
  "leads.Lead.value": "null on the wire where the column has 0",
  "leads.LeadDetail.value": "null on the wire where the column has 0",
  "leads.plans.FollowUpPlan.is_on": "yes or no, stored as 1 or 0",
  "leads.plans.FollowUpPlan.sources": "a list, stored as it is",
  "leads.plans.FollowUpPlan.saved_by": "the wire names the member, the column holds the member's id",
  "leads.plans.PlanDraft.sources": "a list, stored as it is",
  "leads.plans.PlanDraft.stage_id": "left out where the row has null",
  "leads.plans.PlanRow.is_on": "yes or no, stored as 1 or 0",
  "leads.plans.PlanRow.sources": "a list, stored as it is",
  "leads.plans.PlanRow.saved_by": "the wire names the member, the column holds the member's id",
  "leads.bulk.BulkChange.skipped": "the column holds counts by reason",
  "leads.LeadMove.by": "the wire names the member, the column holds the member's id",
  "tasks.TaskDraft.customer_id": "left out where the row has null",
  "tasks.Task.created_by": "the wire names the member, the column holds the member's id",
  "tasks.Task.ended_by": "the wire names the member, the column holds the member's id",
  "customers.deletion.DeletedCustomer.deleted_by": "the wire names the member, the column holds the member's id",
  "appointments.Appointment.created_by": "the wire names the member, the column holds the member's id",
};

interface ColumnInfo {
  readonly type: "number" | "string" | "boolean" | "other";
  readonly nullable: boolean;
  /** What the column's CHECK allows, when it lists values. */
  readonly values: readonly string[] | undefined;
}

let database: FreshDatabase;
let columns: Map<string, ColumnInfo>;
let objects: [string, z.ZodMiniObject][];

beforeAll(async () => {
  database = await freshDatabase();
  columns = await readColumns(database.url);
  objects = await readObjects();
});

afterAll(() => database?.drop());

/** Maps `customers.phone` to its column in the migrated database. */
async function readColumns(url: string): Promise<Map<string, ColumnInfo>> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query<{ name: string; type: string; nullable: boolean; rule: string | null }>(
    `select format('%s.%s', c.relname, a.attname) as name, format_type(a.atttypid, null) as type,
       not a.attnotnull as nullable,
       (select pg_get_constraintdef(r.oid) from pg_constraint r
        where r.conrelid = c.oid and r.contype = 'c' and r.conkey = array[a.attnum] limit 1) as rule
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  );
  await db.end();
  return new Map(
    rows.map(({ name, type, nullable, rule }) => [name, { type: fieldTypeOf(type), nullable, values: valuesIn(rule) }]),
  );
}

function fieldTypeOf(type: string): ColumnInfo["type"] {
  if (/^(bigint|integer|smallint|double precision|numeric)$/.test(type)) return "number";
  if (/^(text|character varying|timestamp)/.test(type)) return "string";
  return type === "boolean" ? "boolean" : "other";
}

function valuesIn(rule: string | null): string[] | undefined {
  const list = /= ANY \(\(?ARRAY\[(.*)\]/.exec(rule ?? "")?.[1];
  return list?.split(", ").map((value) => value.replace(/::[\w ]+$/, "").replace(/^'(.*)'$/, "$1"));
}

/** Every object schema that a domain's contract exports: `customers.Customer`. */
async function readObjects(): Promise<[string, z.ZodMiniObject][]> {
  const sources = await readSources();
  const contracts = sources.map(({ path }) => path).filter((path) => /^domains\/.*\/contract\.ts$/.test(path));
  const schemas = (await exportsOf(contracts)).flatMap(({ path, name, value }): [string, z.ZodMiniObject][] => {
    const slice = path.split("/").slice(1, -1).join(".");
    return value instanceof z.ZodMiniObject ? [[`${slice}.${name}`, value]] : [];
  });
  return schemas.sort(([one], [other]) => one.localeCompare(other));
}

interface Json {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
}

/** How a field disagrees with its column, in sentences. */
function disagreements(name: string, schema: z.ZodMiniType, column: ColumnInfo): string[] {
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as Json;
  const variants = json.anyOf ?? [json];
  const types = variants.flatMap(({ type = [] }) => type);
  const nullable = types.includes("null");
  const values = variants.flatMap((one) => one.enum ?? (one.const === undefined ? [] : [one.const]));
  const type = (types.find((one) => one !== "null") ?? typeof values[0]).replace("integer", "number");
  const wireValues = values.map(String).sort();
  const columnValues = column.values?.toSorted();
  return [
    ...(type === column.type ? [] : [`${name} is a ${type}, its column a ${column.type}`]),
    ...(nullable === column.nullable ? [] : [`${name} and its column disagree on null`]),
    ...(!columnValues || values.length === 0 || String(columnValues) === String(wireValues)
      ? []
      : [`${name} may be ${wireValues}, its column ${columnValues}`]),
  ];
}

function compare(schemas: readonly (readonly [string, z.ZodMiniObject])[]): string[] {
  return schemas.flatMap(([name, { shape }]) =>
    Object.entries(shape).flatMap(([field, schema]) => {
      const column = columns.get(`${tableOf[name]}.${field}`);
      const full = `${name}.${field}`;
      return column && !(full in differsFromColumn) ? disagreements(full, schema as z.ZodMiniType, column) : [];
    }),
  );
}

test("every contract object is listed with its table, or as having none", () => {
  expect(objects.map(([name]) => name)).toEqual(
    Object.keys({ ...tableOf, ...withoutTable }).sort((a, b) => a.localeCompare(b)),
  );
});

test("fields named like a column match its type, nullability and values", () => {
  expect(compare(objects)).toEqual([]);
});

test("reports a field that no longer matches its column", () => {
  const bad = z.object({ id: z.string(), chat_id: z.nullable(z.number()), state: z.enum(["sent", "lost"]) });
  expect(compare([["inbox.conversation.ChatMessage", bad]])).toEqual([
    "inbox.conversation.ChatMessage.id is a string, its column a number",
    "inbox.conversation.ChatMessage.chat_id and its column disagree on null",
    expect.stringMatching(/^inbox\.conversation\.ChatMessage\.state may be lost,sent, its column delivered,failed/),
  ]);
});
