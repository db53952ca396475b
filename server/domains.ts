import type { Job } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import { serve } from "#core/server/serve.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { accountHandlers } from "#domains/accounts/server/handlers.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { appointmentHandlers } from "#domains/appointments/server/handlers.ts";
import { customers } from "#domains/customers/contract.ts";
import { customerHandlers } from "#domains/customers/server/handlers.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { inboxHandlers } from "#domains/inbox/server/handlers.ts";
import { closeIdleJob, deliverJob, fetchMediaJob, recoverJob, settleJob } from "#domains/inbox/server/jobs.ts";
import { inboxListener, workInbox } from "#domains/inbox/server/public.ts";
import type { SmsListener } from "#ports/sms/sms.ts";

/** Mounts every domain's calls. Returns what the domains do with what the carrier tells. */
export function mountDomains(server: Server): SmsListener {
  serve(server, accounts, accountHandlers);
  serve(server, customers, customerHandlers);
  serve(server, inbox, inboxHandlers);
  serve(server, appointments, appointmentHandlers);
  return inboxListener(server);
}

/** Every job that can be asked for. */
export const knownJobs: readonly Job[] = [deliverJob, settleJob, recoverJob, fetchMediaJob, closeIdleJob];

/** Does every domain's jobs in this process. */
export async function workDomains(server: Server): Promise<void> {
  await workInbox(server);
}
