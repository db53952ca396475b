import type { Job } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import { serve } from "#core/server/serve.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { noticeJob, workMails } from "#domains/accounts/mails/server/public.ts";
import { registration } from "#domains/accounts/registration/contract.ts";
import { registrationHandlers } from "#domains/accounts/registration/server/handlers.ts";
import { reset } from "#domains/accounts/reset/contract.ts";
import { resetHandlers } from "#domains/accounts/reset/server/handlers.ts";
import { accountHandlers } from "#domains/accounts/server/handlers.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { settingsHandlers } from "#domains/accounts/settings/server/handlers.ts";
import { twoFactor } from "#domains/accounts/twoFactor/contract.ts";
import { twoFactorHandlers } from "#domains/accounts/twoFactor/server/handlers.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { clientHandlers } from "#domains/admin/clients/server/handlers.ts";
import { recoverPurchasesJob, settlePurchaseJob } from "#domains/admin/clients/server/jobs.ts";
import { workClients } from "#domains/admin/clients/server/public.ts";
import { platformCustomers } from "#domains/admin/customers/contract.ts";
import { platformCustomerHandlers } from "#domains/admin/customers/server/handlers.ts";
import { logs } from "#domains/admin/logs/contract.ts";
import { logHandlers } from "#domains/admin/logs/server/handlers.ts";
import { platformMessages } from "#domains/admin/messages/contract.ts";
import { platformMessageHandlers } from "#domains/admin/messages/server/handlers.ts";
import { overview } from "#domains/admin/overview/contract.ts";
import { overviewHandlers } from "#domains/admin/overview/server/handlers.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { supportAccessHandlers } from "#domains/admin/supportAccess/server/handlers.ts";
import { endSupportAccessJob } from "#domains/admin/supportAccess/server/jobs.ts";
import { workSupportAccess } from "#domains/admin/supportAccess/server/public.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { operatorTagHandlers } from "#domains/admin/tags/server/handlers.ts";
import { alerts } from "#domains/alerts/contract.ts";
import { alertHandlers } from "#domains/alerts/server/handlers.ts";
import { workAlerts } from "#domains/alerts/server/public.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { appointmentHandlers } from "#domains/appointments/server/handlers.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { consentHandlers } from "#domains/customers/consent/server/handlers.ts";
import { removeProofJob } from "#domains/customers/consent/server/jobs.ts";
import { workConsent } from "#domains/customers/consent/server/public.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerExport } from "#domains/customers/export/contract.ts";
import { customerExportHandlers } from "#domains/customers/export/server/handlers.ts";
import { serveExport } from "#domains/customers/export/server/serveExport.ts";
import { customerHandlers } from "#domains/customers/server/handlers.ts";
import { compactCountsJob } from "#domains/customers/server/jobs.ts";
import { workCustomers } from "#domains/customers/server/public.ts";
import { uploads } from "#domains/customers/upload/contract.ts";
import { uploadHandlers } from "#domains/customers/upload/server/handlers.ts";
import {
  importJob,
  recoverImportsJob,
  removeRejectsJob,
  sweepUploadsJob,
  undoImportJob,
} from "#domains/customers/upload/server/jobs.ts";
import { workUploads } from "#domains/customers/upload/server/public.ts";
import { dashboard } from "#domains/dashboard/contract.ts";
import { dashboardHandlers } from "#domains/dashboard/server/handlers.ts";
import { rollUpJob } from "#domains/dashboard/server/jobs.ts";
import { workDashboard } from "#domains/dashboard/server/public.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { duplicateHandlers } from "#domains/duplicates/server/handlers.ts";
import { chatAssignment } from "#domains/inbox/assignment/contract.ts";
import { chatAssignmentHandlers } from "#domains/inbox/assignment/server/handlers.ts";
import { chatAttachments } from "#domains/inbox/attachments/contract.ts";
import { chatAttachmentHandlers } from "#domains/inbox/attachments/server/handlers.ts";
import { sweepAttachmentsJob } from "#domains/inbox/attachments/server/jobs.ts";
import { serveAttachmentLinks, workAttachments } from "#domains/inbox/attachments/server/public.ts";
import { briefInbox } from "#domains/inbox/brief/contract.ts";
import { briefInboxHandlers } from "#domains/inbox/brief/server/handlers.ts";
import { chatListHandlers } from "#domains/inbox/chatList/server/handlers.ts";
import { closeIdleJob, compactChatCountsJob } from "#domains/inbox/chatList/server/jobs.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { conversationHandlers } from "#domains/inbox/conversation/server/handlers.ts";
import { fetchMediaJob } from "#domains/inbox/conversation/server/jobs.ts";
import { messageDeletion } from "#domains/inbox/deletion/contract.ts";
import { messageDeletionHandlers } from "#domains/inbox/deletion/server/handlers.ts";
import { hideFilesJob } from "#domains/inbox/deletion/server/jobs.ts";
import { workTeamwork } from "#domains/inbox/deletion/server/public.ts";
import { chatNotes } from "#domains/inbox/notes/contract.ts";
import { chatNoteHandlers } from "#domains/inbox/notes/server/handlers.ts";
import { outboxHandlers } from "#domains/inbox/outbox/server/handlers.ts";
import { deliverJob, recoverJob, settleJob } from "#domains/inbox/outbox/server/jobs.ts";
import { chatPresence } from "#domains/inbox/presence/contract.ts";
import { chatPresenceHandlers } from "#domains/inbox/presence/server/handlers.ts";
import { scheduledMessages } from "#domains/inbox/schedule/contract.ts";
import { scheduledMessageHandlers } from "#domains/inbox/schedule/server/handlers.ts";
import { recoverScheduledJob, sendScheduledJob } from "#domains/inbox/schedule/server/jobs.ts";
import { workSchedule } from "#domains/inbox/schedule/server/public.ts";
import { inboxSearch } from "#domains/inbox/search/contract.ts";
import { inboxSearchHandlers } from "#domains/inbox/search/server/handlers.ts";
import { chatHandOver, inboxListener, workInbox } from "#domains/inbox/server/public.ts";
import { chatTags } from "#domains/inbox/tags/contract.ts";
import { chatTagHandlers } from "#domains/inbox/tags/server/handlers.ts";
import { voice } from "#domains/inbox/voice/contract.ts";
import { voiceHandlers } from "#domains/inbox/voice/server/handlers.ts";
import { fetchRecordingJob, settleCallJob } from "#domains/inbox/voice/server/jobs.ts";
import { voiceListener, workVoice } from "#domains/inbox/voice/server/public.ts";
import { leaderboard } from "#domains/leaderboard/contract.ts";
import { leaderboardHandlers } from "#domains/leaderboard/server/handlers.ts";
import { lists } from "#domains/lists/contract.ts";
import { listHandlers } from "#domains/lists/server/handlers.ts";
import { live } from "#domains/live/contract.ts";
import { liveHandlers } from "#domains/live/server/handlers.ts";
import { sweepEventsJob } from "#domains/live/server/jobs.ts";
import { workLive } from "#domains/live/server/public.ts";
import { locations } from "#domains/locations/contract.ts";
import { businessHours } from "#domains/locations/hours/contract.ts";
import { businessHoursHandlers } from "#domains/locations/hours/server/handlers.ts";
import { locationHandlers } from "#domains/locations/server/handlers.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { notificationHandlers } from "#domains/notifications/server/handlers.ts";
import { fanOutJob, pushJob, sweepNotificationsJob, textPhoneJob } from "#domains/notifications/server/jobs.ts";
import { workNotifications } from "#domains/notifications/server/public.ts";
import { report } from "#domains/report/contract.ts";
import { reportHandlers } from "#domains/report/server/handlers.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { taskHandlers } from "#domains/tasks/server/handlers.ts";
import { sweepTasksJob } from "#domains/tasks/server/jobs.ts";
import { taskWork, workTasks } from "#domains/tasks/server/public.ts";
import { team } from "#domains/team/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { invitationHandlers } from "#domains/team/invitations/server/handlers.ts";
import { teamHandlers } from "#domains/team/server/handlers.ts";
import type { SmsCallbacks } from "#ports/sms/sms.ts";
import type { VoiceCallbacks } from "#ports/voice/voice.ts";

/** The domains' handlers for inbound texts and calls. */
export interface CarrierListeners {
  readonly texts: SmsCallbacks;
  readonly calls: VoiceCallbacks;
}

/** Mounts every domain's calls. Carrier webhooks run on `carrierServer`, which has its own connection pool. */
export function mountDomains(server: Server, carrierServer: Server): CarrierListeners {
  serve(server, accounts, accountHandlers);
  serve(server, twoFactor, twoFactorHandlers);
  serve(server, reset, resetHandlers);
  serve(server, registration, registrationHandlers);
  serve(server, settings, settingsHandlers);
  serve(server, lists, listHandlers);
  serve(server, customers, customerHandlers);
  serve(server, customerExport, customerExportHandlers);
  serveExport(server);
  serve(server, consent, consentHandlers);
  serve(server, uploads, uploadHandlers);
  serve(server, inbox, { ...chatListHandlers, ...conversationHandlers, ...outboxHandlers });
  serve(server, briefInbox, briefInboxHandlers);
  serve(server, inboxSearch, inboxSearchHandlers);
  serve(server, chatAttachments, chatAttachmentHandlers);
  serveAttachmentLinks(server);
  serve(server, scheduledMessages, scheduledMessageHandlers);
  serve(server, chatTags, chatTagHandlers);
  serve(server, chatNotes, chatNoteHandlers);
  serve(server, chatPresence, chatPresenceHandlers);
  serve(server, chatAssignment, chatAssignmentHandlers);
  serve(server, messageDeletion, messageDeletionHandlers);
  serve(server, voice, voiceHandlers);
  serve(server, appointments, appointmentHandlers);
  serve(server, tasks, taskHandlers);
  serve(server, dashboard, dashboardHandlers);
  serve(server, duplicates, duplicateHandlers);
  serve(server, locations, locationHandlers);
  serve(server, businessHours, businessHoursHandlers);
  serve(server, team, teamHandlers([chatHandOver, taskWork]));
  serve(server, invitations, invitationHandlers);
  serve(server, leaderboard, leaderboardHandlers);
  serve(server, report, reportHandlers);
  serve(server, clients, clientHandlers);
  serve(server, overview, overviewHandlers);
  serve(server, operatorTags, operatorTagHandlers);
  serve(server, platformCustomers, platformCustomerHandlers);
  serve(server, platformMessages, platformMessageHandlers);
  serve(server, logs, logHandlers);
  serve(server, supportAccess, supportAccessHandlers);
  serve(server, live, liveHandlers);
  serve(server, notifications, notificationHandlers);
  serve(server, alerts, alertHandlers);
  return { texts: inboxListener(carrierServer), calls: voiceListener(carrierServer) };
}

/** Every job that can be enqueued. */
export const allJobs: readonly Job[] = [
  deliverJob,
  settleJob,
  recoverJob,
  fetchMediaJob,
  closeIdleJob,
  compactChatCountsJob,
  sweepAttachmentsJob,
  sendScheduledJob,
  recoverScheduledJob,
  compactCountsJob,
  removeProofJob,
  importJob,
  undoImportJob,
  recoverImportsJob,
  sweepUploadsJob,
  removeRejectsJob,
  settleCallJob,
  fetchRecordingJob,
  hideFilesJob,
  noticeJob,
  settlePurchaseJob,
  recoverPurchasesJob,
  endSupportAccessJob,
  sweepEventsJob,
  fanOutJob,
  pushJob,
  textPhoneJob,
  sweepNotificationsJob,
  rollUpJob,
  sweepTasksJob,
];

/** Starts every domain's job workers in this process. */
export async function startDomainWorkers(server: Server): Promise<void> {
  await workInbox(server);
  await workAttachments(server);
  await workSchedule(server);
  await workCustomers(server);
  await workConsent(server);
  await workUploads(server);
  await workVoice(server);
  await workTeamwork(server);
  await workMails(server);
  await workClients(server);
  await workSupportAccess(server);
  await workLive(server);
  await workNotifications(server);
  await workDashboard(server);
  await workTasks(server);
  await workAlerts(server);
}
