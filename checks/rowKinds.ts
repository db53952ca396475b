import type { Call } from "#core/call.ts";
import { fieldsOf, type IdField, idFieldsOf } from "./callRequests.ts";
import type { SampleRowIds } from "./sampleRows.ts";

/** The kind of row behind each id field; a plain `id` is looked up by domain, and a full call name overrides. */
const rowKinds: Record<string, keyof SampleRowIds> = {
  customer_id: "customer",
  list_id: "list",
  chat_id: "chat",
  message_id: "message",
  note_id: "note",
  notification_id: "notification",
  "team.id": "colleague",
  "team.remove.host_id": "member",
  invitation_id: "invitation",
  attachment_id: "attachment",
  scheduled_id: "scheduled",
  kept_id: "customer",
  merged_id: "otherCustomer",
  other_id: "otherCustomer",
  merge_id: "merge",
  user_id: "customer",
  "teamwork.assign.user_id": "member",
  "chatSelection.assign.user_id": "member",
  "consent.id": "customer",
  event_id: "consentEvent",
  "customers.id": "customer",
  "customerDeletion.id": "deletedCustomer",
  "duplicates.restore.customer_id": "replacedCustomer",
  "customerErasure.id": "otherCustomer",
  "appointments.id": "appointment",
  "appointments.restore.id": "deletedAppointment",
  "appointmentCalendar.id": "appointment",
  "appointmentCalendar.undoMove.id": "movedAppointment",
  host_id: "colleague",
  "timeOff.id": "timeOff",
  "timeOff.add.user_id": "member",
  "meetings.id": "appointment",
  "meetingRoom.id": "roomMeeting",
  "meetingRoom.admit.guest_id": "waitingGuest",
  "textTemplates.id": "textTemplate",
  "emailTemplates.id": "emailTemplate",
  "textCampaigns.id": "campaign",
  "campaignExport.id": "campaign",
  "campaignExport.makeEmail.id": "emailCampaign",
  "textCampaigns.pause.id": "scheduledCampaign",
  "textCampaigns.cancel.id": "scheduledCampaign",
  "textCampaigns.resume.id": "pausedCampaign",
  "emailReports.id": "emailCampaign",
  "emailCampaigns.id": "emailCampaign",
  "emailCampaigns.pause.id": "scheduledEmailCampaign",
  "emailCampaigns.cancel.id": "scheduledEmailCampaign",
  "emailCampaigns.resume.id": "pausedEmailCampaign",
  "emailCampaigns.add.campaign_id": "emailCampaign",
  campaign_id: "campaign",
  campaign_template_id: "textTemplate",
  "testTexts.send.template_id": "textTemplate",
  "tasks.id": "task",
  "tasks.add.user_id": "member",
  "tasks.update.user_id": "member",
  "tasks.assign.user_id": "member",
  upload_id: "upload",
  record_id: "record",
  "uploads.id": "upload",
  "uploads.undo.id": "imported",
  "alerts.id": "alert",
  "businessHours.id": "location",
  "mailSender.id": "location",
  "testMails.id": "location",
  member_id: "member",
  at_location_id: "location",
  "leaderboard.id": "member",
  "leaderboard.teamRows.id": "appointment",
  "dashboard.id": "appointment",
  "report.id": "member",
  "lists.id": "list",
  "locations.id": "location",
  "reviewSites.id": "reviewSite",
  "reviewConnections.id": "reviewSite",
  "reviewAnalytics.rows.id": "review",
  "reviewPerformance.id": "member",
  "reviewPerformance.drillDown.id": "reviewInvite",
  "reviewInvites.id": "reviewInvite",
  "reviewImports.id": "reviewImport",
  "reviews.id": "review",
  "replyTexts.forReview.id": "review",
  site_id: "reviewSite",
  invite_id: "reviewInvite",
  "callLog.id": "call",
  "callSettings.id": "trackingNumber",
  "callSettings.release.id": "activeNumber",
  "callSettings.keep.id": "parkedNumber",
  tracking_number_id: "trackingNumber",
  "tracking.id": "message",
  "settings.id": "session",
};

/** Id fields that look up no tenant row, each with the reason. */
export const idsWithoutLookup: Record<string, string> = {
  "registration.complete.industry_id": "the platform's industries are the same for every business",
  "registration.complete.feature_id": "the platform's features are the same for every business",
  "chatTags.add.tag_id": "the platform's tags are the same for every business",
  "chatSelection.tag.tag_id": "the platform's tags are the same for every business",
  "chatTags.remove.tag_id": "the platform's tags are the same for every business",
  "customers.table.tag_id": "the platform's tags are the same for every business",
  "customerExport.make.tag_id": "the platform's tags are the same for every business",
  "twoFactor.check.user_id": "compared with the pending sign-in's own person",
  "twoFactor.resend.user_id": "compared with the pending sign-in's own person",
  "reset.verify.user_id": "an opaque ticket",
  "reset.resetPassword.user_id": "an opaque ticket",
  "appointments.table.user_id": "only narrows the location's own appointments to those that the member added",
  "appointments.counts.user_id": "only narrows the location's own appointments to those that the member added",
  "appointments.table.host_id": "only narrows the location's own appointments to those that the member receives",
  "appointments.counts.host_id": "only narrows the location's own appointments to those that the member receives",
  "appointmentCalendar.view.user_id": "only narrows the location's own appointments to those that the member added",
  "appointmentCalendar.view.host_id": "only narrows the location's own appointments to those that the member receives",
  "inbox.send.last_seen_id": "compared with the messages of the chat that is looked up",
  "inbox.receiveLast.opened_chat_id": "compared with the chat that is looked up, to know whether it is on the screen",
};

export function rowKindOf(name: string, { field }: IdField): keyof SampleRowIds {
  const kind = rowKinds[`${name}.${field}`] ?? rowKinds[field === "id" ? `${name.split(".")[0]}.id` : field];
  if (!kind) throw new Error(`${name} takes ${field}: name its kind of row in checks/rowKinds.ts`);
  return kind;
}

/** The ids in `rows` for every id field of a call. */
export function rowIdsFor(rows: SampleRowIds, call: Call) {
  const lookedUp = idFieldsOf(call).filter(({ field }) => !(`${call.name}.${field}` in idsWithoutLookup));
  const chosen = fieldsOf(call, "body").includes("chat_ids") ? [["chat_ids", [rows.chat]]] : [];
  const named = call.name === "reviewConnections.choose" ? [["ref", `profiles/${rows.reviewProfile}`]] : [];
  const byField = lookedUp.map((at) => [at.field, rows[rowKindOf(call.name, at)]]);
  return Object.fromEntries([...byField, ...chosen, ...named]);
}
