import type { Job } from "#core/job.ts";
import { type DomainManifest, mountManifests, startWorkers } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { accountsManifest } from "#domains/accounts/server/manifest.ts";
import { adminManifest } from "#domains/admin/server/manifest.ts";
import { alertsManifest } from "#domains/alerts/server/manifest.ts";
import { appointmentsManifest } from "#domains/appointments/server/manifest.ts";
import { campaignsManifest } from "#domains/campaigns/server/manifest.ts";
import { customersManifest } from "#domains/customers/server/manifest.ts";
import { dashboardManifest } from "#domains/dashboard/server/manifest.ts";
import { duplicatesManifest } from "#domains/duplicates/server/manifest.ts";
import { inboxManifest } from "#domains/inbox/server/manifest.ts";
import { leaderboardManifest } from "#domains/leaderboard/server/manifest.ts";
import { leadsManifest } from "#domains/leads/server/manifest.ts";
import { libraryManifest } from "#domains/library/server/manifest.ts";
import { listsManifest } from "#domains/lists/server/manifest.ts";
import { locationsManifest } from "#domains/locations/server/manifest.ts";
import { marketingManifest } from "#domains/marketing/server/manifest.ts";
import { meetingsManifest } from "#domains/meetings/server/manifest.ts";
import { missedEventsManifest } from "#domains/missedEvents/server/manifest.ts";
import { nextManifest } from "#domains/next/server/manifest.ts";
import { notificationsManifest } from "#domains/notifications/server/manifest.ts";
import { outreachManifest } from "#domains/outreach/server/manifest.ts";
import { platformInboxManifest } from "#domains/platformInbox/server/manifest.ts";
import { quotasManifest } from "#domains/quotas/server/manifest.ts";
import { reportManifest } from "#domains/report/server/manifest.ts";
import { reputationManifest } from "#domains/reputation/server/manifest.ts";
import { tagsManifest } from "#domains/tags/server/manifest.ts";
import { tasksManifest } from "#domains/tasks/server/manifest.ts";
import { teamManifest } from "#domains/team/server/manifest.ts";
import { templatesManifest } from "#domains/templates/server/manifest.ts";
import { textRegistrationManifest } from "#domains/textRegistration/server/manifest.ts";
import { timelineManifest } from "#domains/timeline/server/manifest.ts";
import { trackingManifest } from "#domains/tracking/server/manifest.ts";
import { viewsManifest } from "#domains/views/server/manifest.ts";
import { widgetManifest } from "#domains/widget/server/manifest.ts";

/** Every domain, in the order of `/api/docs`. */
export const domains: readonly DomainManifest[] = [
  accountsManifest,
  listsManifest,
  customersManifest,
  inboxManifest,
  outreachManifest,
  widgetManifest,
  leadsManifest,
  textRegistrationManifest,
  campaignsManifest,
  templatesManifest,
  libraryManifest,
  marketingManifest,
  reputationManifest,
  appointmentsManifest,
  meetingsManifest,
  tasksManifest,
  nextManifest,
  timelineManifest,
  dashboardManifest,
  duplicatesManifest,
  locationsManifest,
  teamManifest,
  leaderboardManifest,
  reportManifest,
  trackingManifest,
  adminManifest,
  quotasManifest,
  platformInboxManifest,
  missedEventsManifest,
  notificationsManifest,
  alertsManifest,
  tagsManifest,
  viewsManifest,
];

/** Which jobs hear of which facts. */
export const listeners = domains.flatMap(({ listeners: own = [] }) => own);

/** Every job that can be enqueued. */
export const allJobs: readonly Job[] = [
  ...domains.flatMap(({ workers = [] }) => workers.map(({ job }) => job)),
  ...listeners.map(({ job }) => job),
];

/** Mounts every domain's calls. Carrier webhooks run on `carrierServer`. */
export function mountDomains(server: Server, carrierServer: Server) {
  return mountManifests(domains, server, carrierServer);
}

/** Starts every domain's job workers in this process. */
export async function startDomainWorkers(server: Server): Promise<void> {
  await Promise.all(domains.map((domain) => startWorkers(domain, server, domains)));
}
