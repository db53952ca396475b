import type { CalendarAccounts, Calendars } from "./calendar/calendar.ts";
import type { Clock } from "./clock/clock.ts";
import type { Dns } from "./dns/dns.ts";
import type { Email } from "./email/email.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { LeadForms } from "./leadForms/leadForms.ts";
import type { Push } from "./push/push.ts";
import type { Realtime } from "./realtime/realtime.ts";
import type { Registrar } from "./registration/registration.ts";
import type { ReviewSites } from "./reviews/reviews.ts";
import type { Sms } from "./sms/sms.ts";
import type { Storage } from "./storage/storage.ts";
import type { Voice } from "./voice/voice.ts";
import type { Websites } from "./websites/websites.ts";

/** All external services. Built once, in server/app.ts. */
export interface Ports {
  readonly sms: Sms;
  readonly voice: Voice;
  /** Undefined with a carrier that asks for no registration. */
  readonly registrar?: Registrar | undefined;
  readonly email: Email;
  readonly dns: Dns;
  readonly calendars: Calendars;
  /** Undefined while the operator has set up nobody who lets us into people's calendars. */
  readonly calendarAccounts?: CalendarAccounts | undefined;
  /** Undefined while the operator has set no site up that can be read. */
  readonly reviews?: ReviewSites | undefined;
  /** Undefined while the operator has set up nobody whose forms become leads. */
  readonly leadForms?: LeadForms | undefined;
  readonly push: Push;
  readonly realtime: Realtime;
  readonly jobs: Jobs;
  readonly storage: Storage;
  readonly websites: Websites;
  readonly clock: Clock;
}
