import { sql } from "kysely";
import { callGroup, type DomainManifest, type HandOverRequest, on } from "#core/server/domainManifest.ts";
import type { Person, PersonRecords } from "#core/server/personRecords.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { appointmentFacts } from "#domains/appointments/server/public.ts";
import { inboxFacts } from "#domains/inbox/server/public.ts";
import { leadAssignment } from "#domains/leads/assignment/contract.ts";
import { assignReceived } from "#domains/leads/assignment/server/assignLeads.ts";
import { leadAssignmentHandlers } from "#domains/leads/assignment/server/handlers.ts";
import { assignmentIntervalJobs } from "#domains/leads/assignment/server/watchClocks.ts";
import { leadBoard } from "#domains/leads/board/contract.ts";
import { leadBoardHandlers } from "#domains/leads/board/server/handlers.ts";
import { leadBulk } from "#domains/leads/bulk/contract.ts";
import { leadBulkHandlers } from "#domains/leads/bulk/server/handlers.ts";
import { bulkWorkers } from "#domains/leads/bulk/server/runChange.ts";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { leadCrm } from "#domains/leads/crm/contract.ts";
import { leadCrmHandlers } from "#domains/leads/crm/server/handlers.ts";
import { crmWorkers, sendAppointment, sendLead, sendMissedCall } from "#domains/leads/crm/server/sendCrmMails.ts";
import { firstAnswers } from "#domains/leads/firstAnswers/contract.ts";
import { answerLead, firstAnswerHandlers } from "#domains/leads/firstAnswers/server/answerLead.ts";
import { leadPages } from "#domains/leads/forms/contract.ts";
import { leadPageHandlers } from "#domains/leads/forms/server/handlers.ts";
import { formWorkers, serveFormNotices } from "#domains/leads/forms/server/receiveForms.ts";
import { leadImport } from "#domains/leads/imports/server/importLeads.ts";
import { leadAddress } from "#domains/leads/inquiries/contract.ts";
import { leadAddressHandlers } from "#domains/leads/inquiries/server/handlers.ts";
import { receiveLeadMail, serveLeads } from "#domains/leads/inquiries/server/receiveInquiries.ts";
import { leadOrigins } from "#domains/leads/origins/contract.ts";
import {
  leadOriginHandlers,
  receiveCallerLead,
  receiveTexterLead,
  receiveVisitorLead,
} from "#domains/leads/origins/server/receiveAskers.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { followBooking, followCustomer, followMoved, planWorkers } from "#domains/leads/plans/server/enrollments.ts";
import { leadPlanHandlers } from "#domains/leads/plans/server/handlers.ts";
import { planIntervalJobs, stepWorkers } from "#domains/leads/plans/server/runSteps.ts";
import { startForReceived } from "#domains/leads/plans/server/startPlans.ts";
import { filesInPlans } from "#domains/leads/plans/server/stepStore.ts";
import { outreachFacts } from "#domains/outreach/server/public.ts";
import { leads } from "../contract.ts";
import { customersWithLead, leadsOfCustomer } from "./customerLeads.ts";
import { leadFacts, publishLead } from "./facts.ts";
import {
  followAppointment,
  followWorkers,
  noteOutreach,
  takeFailedAnswersBack,
  takeWithdrawnBack,
} from "./followLeads.ts";
import { leadCountHandlers, leadHandlers } from "./handlers.ts";
import { reassignLeads } from "./store.ts";

const aboutThem = ({ customer_ids, phones, emails }: Person) =>
  sql`(customer_id = any(${[...customer_ids]}::bigint[]) or phone = any(${[...phones]}::text[])
    or lower(email) = any(${emails.map((email) => email.toLowerCase())}::text[]))`;
const ofTheirLeads = (person: Person) =>
  sql`lead_id in (select id from leads where dealer_id = ${person.dealer_id} and ${aboutThem(person)})`;

/** Leads stay in the figures, without who they were. What came in goes first, because it is found by them. */
const leadPersonRecords: PersonRecords = {
  tables: [
    {
      table: "lead_inquiries",
      rows: ofTheirLeads,
      erase: sql`subject = '', comments = '', agreed_words = '', raw_sealed = null, provider = '', provider_id = '', sender = ''`,
      mentions: ["comments", "subject", "provider", "agreed_words", "sender"],
      withNames: true,
    },
    {
      table: "lead_vehicles",
      rows: ofTheirLeads,
      erase: sql`vin = '', stock = '', "trim" = '', color = '', comments = '', price = '', odometer = ''`,
      mentions: ["make", "model", "trim", "vin", "stock", "price", "odometer", "color", "comments"],
      withNames: true,
    },
    {
      table: "leads",
      rows: aboutThem,
      // A deleted one is never restored.
      erase: sql`first_name = '', last_name = '', email = '', phone = '', lost_reason = '',
        deleted_at = case when deleted_at is not null then timestamptz 'infinity' end`,
      mentions: ["lost_reason", "source", "first_name", "last_name"],
      withNames: true,
    },
  ],
  exempt: {
    lead_moves: "stages, owners and times of a lead that no longer names anyone",
    lead_stages: "the business's own words",
    lead_bulk_changes: "what a member did with many leads; the reason they typed is emptied when it ends",
    lead_bulk_rows: "which leads that was about, and their stages and owners then",
    lead_addresses: "the business's own addresses",
    lead_assignment: "the business's own settings",
    lead_rules: "the business's own rules",
    lead_rule_members: "the business's own rules",
    first_answer_settings: "the business's own words",
    lead_plans: "the business's own plans",
    lead_plan_versions: "the business's own words",
    lead_plan_mails: "the business's own words",
    lead_plan_enrollments: "when which step of a plan came, of a lead that no longer names anyone",
    lead_plan_sends: "the results of those steps, with no word of them",
    lead_origins: "the business's own settings",
    lead_pages: "the business's own pages",
    lead_page_consents: "that a member went to allow access to those, for 15 minutes",
    crm_settings: "the business's own settings",
    crm_mails: "that a lead, call or appointment was sent to the business's own CRM; what it said isn't kept",
  },
};

export const leadsManifest: DomainManifest = {
  name: "leads",
  calls: [
    callGroup(leadAddress, leadAddressHandlers),
    callGroup(leadPages, leadPageHandlers),
    callGroup(leadOrigins, leadOriginHandlers),
    callGroup(leads, leadHandlers),
    callGroup(leadBoard, leadBoardHandlers),
    callGroup(leadBulk, leadBulkHandlers),
    callGroup(leadCounts, leadCountHandlers),
    callGroup(leadAssignment, leadAssignmentHandlers),
    callGroup(firstAnswers, firstAnswerHandlers),
    callGroup(leadPlans, leadPlanHandlers),
    callGroup(leadCrm, leadCrmHandlers),
  ],
  routes: [serveLeads, serveFormNotices],
  inboundMailListener: (server) => (raw) => receiveLeadMail(server, raw),
  workers: [...followWorkers, ...bulkWorkers, ...planWorkers, ...stepWorkers, ...crmWorkers, ...formWorkers],
  intervalJobs: [...assignmentIntervalJobs, ...planIntervalJobs],
  listeners: [
    on(appointmentFacts.changed, "leads.followAppointment", followAppointment),
    on(inboxFacts.textFailed, "leads.takeFailedAnswersBack", takeFailedAnswersBack),
    on(outreachFacts.answered, "leads.noteOutreach", noteOutreach),
    on(outreachFacts.answered, "leads.contactedInPlan", followCustomer),
    on(outreachFacts.replied, "leads.repliedInPlan", followCustomer),
    on(outreachFacts.withdrawn, "leads.takeWithdrawnBack", takeWithdrawnBack),
    on(leadFacts.received, "leads.assign", assignReceived),
    on(leadFacts.received, "leads.answer", answerLead),
    on(leadFacts.received, "leads.startPlan", startForReceived),
    on(leadFacts.moved, "leads.movedInPlan", followMoved),
    on(appointmentFacts.changed, "leads.bookedInPlan", followBooking),
    on(leadFacts.received, "leads.sendLead", sendLead),
    on(inboxFacts.callMissed, "leads.sendMissedCall", sendMissedCall),
    on(appointmentFacts.changed, "leads.sendAppointment", sendAppointment),
    on(inboxFacts.visitorWrote, "leads.receiveVisitor", receiveVisitorLead),
    on(inboxFacts.strangerWrote, "leads.receiveTexter", receiveTexterLead),
    on(inboxFacts.callEnded, "leads.receiveCaller", receiveCallerLead),
  ],
  customerWork: [leadsOfCustomer],
  customersInUse: customersWithLead,
  libraryFilesInUse: filesInPlans,
  leadImport,
  handOvers: [{ what: "lead", handOver: handOverLeads }],
  person: leadPersonRecords,
  tables: [
    "lead_stages",
    "lead_addresses",
    "leads",
    "lead_vehicles",
    "lead_inquiries",
    "lead_moves",
    "lead_assignment",
    "lead_rules",
    "lead_rule_members",
    "lead_bulk_changes",
    "lead_bulk_rows",
    "first_answer_settings",
    "lead_plans",
    "lead_plan_versions",
    "lead_plan_mails",
    "lead_plan_enrollments",
    "lead_plan_sends",
    "crm_settings",
    "crm_mails",
    "lead_pages",
    "lead_page_consents",
    "lead_origins",
  ],
  reads: [
    "users",
    "dealers",
    "locations",
    "customers",
    "chats",
    "messages",
    "calls",
    "customer_emails",
    "email_replies",
    "logged_calls",
    "appointments",
    "tasks",
    "tracking_numbers",
    "tracked_texts",
    "tags",
    "customer_lists",
  ],
};

/** Reassigns a departing member's open leads; closed ones stay theirs. */
async function handOverLeads(unit: UnitOfWork, request: HandOverRequest): Promise<number> {
  const moved = await reassignLeads(unit.db, request, unit.now());
  const locations = new Map(moved.map((location) => [location.location_id, location]));
  for (const location of locations.values()) publishLead(unit, location, null);
  return moved.length;
}
