import type { CallMap } from "#core/call.ts";
import type { Fact, FactData } from "#core/fact.ts";
import { type Job, type JobData, job } from "#core/job.ts";
import type { EmailListener } from "#ports/email/email.ts";
import type { RegistrationCallbacks } from "#ports/registration/registration.ts";
import type { SmsCallbacks } from "#ports/sms/sms.ts";
import type { VoiceCallbacks } from "#ports/voice/voice.ts";
import type { IntervalJob, NextRun } from "./intervalJobs.ts";
import type { PersonRecords } from "./personRecords.ts";
import { type Handlers, type Server, serve } from "./serve.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

/**
 * Everything that a domain adds to the server. `server/domains.ts` lists the manifests, and nothing else names a domain.
 * A domain that needs an answer from the domains above it adds a member of its own here, in its `public.ts`.
 */
export interface DomainManifest {
  /** The name of its folder. */
  readonly name: string;
  readonly calls?: readonly CallGroup[];
  /** Mount what isn't a call, such as signed download links. */
  readonly routes?: readonly ((server: Server) => void)[];
  readonly workers?: readonly JobWorker[];
  readonly intervalJobs?: readonly IntervalWork[];
  /** What it does when other domains announce a fact. */
  readonly listeners?: readonly Listener[];
  /** Handles what the carrier reports; one domain does. */
  readonly carrierListeners?: (server: Server, domains: readonly DomainManifest[]) => CarrierListeners;
  /** Handles what becomes of mails, after the domains before it. */
  readonly mailListener?: (server: Server) => EmailListener;
  /** Takes mails to its addresses of this installation. */
  readonly inboundMailListener?: (server: Server) => NonNullable<EmailListener["onInboundMail"]>;
  /** Handles what the carrier reports of registrations, after the domains before it. */
  readonly registrationListener?: (server: Server) => RegistrationCallbacks;
  /** What passes to somebody else when a member leaves, in the order in which the owner reads of it. */
  readonly handOvers?: readonly WorkHandOver[];
  /** What it keeps about a person, who may ask for it or for its erasure. */
  readonly person?: PersonRecords;
  /** Its tables, and the SQL functions that read them. No other domain's SQL writes them. */
  readonly tables: readonly string[];
  /** The tables of other domains that its SQL reads. */
  readonly reads: readonly string[];
}

/** A contract's calls with their handlers. */
export interface CallGroup {
  readonly calls: CallMap;
  mount(server: Server, domains: readonly DomainManifest[]): void;
}

/** @param handlers may be made from all manifests, for calls that act on every domain's rows. */
export function callGroup<T extends CallMap>(
  calls: T,
  handlers: Handlers<T> | ((domains: readonly DomainManifest[]) => Handlers<T>),
): CallGroup {
  return {
    calls,
    mount: (server, domains) => serve(server, calls, typeof handlers === "function" ? handlers(domains) : handlers),
  };
}

/** A job with the work that it stands for. */
export interface JobWorker {
  readonly job: Job;
  readonly work: (server: Server, domains: readonly DomainManifest[]) => Promise<void>;
  readonly schedule?: (server: Server) => Promise<void>;
  readonly atStart?: (server: Server) => Promise<void>;
}

/** What a job's work gets: the server with all manifests, for work that needs every domain's answer. */
export interface WorkerServer extends Server {
  readonly domains: readonly DomainManifest[];
}

interface WorkerOptions<J extends Job> {
  /** When the queue enqueues it by itself, with empty data: cron, in UTC. */
  readonly schedule?: Record<never, never> extends JobData<J> ? string : never;
  /** Takes up at startup what an earlier process left behind. */
  readonly atStart?: (server: Server) => Promise<void>;
}

/** Declares who does a job. This is also what makes the queue known, so a job can't be enqueued without a worker. */
export function worker<J extends Job>(
  job: J,
  handle: (server: WorkerServer, data: JobData<J>) => Promise<void>,
  { schedule, atStart }: WorkerOptions<J> = {},
): JobWorker {
  return {
    job,
    work: (server, domains) => server.ports.jobs.work(job, (data) => handle({ ...server, domains }, data)),
    ...(schedule && { schedule: ({ ports }: Server) => ports.jobs.schedule(job, schedule, {} as JobData<J>) }),
    ...(atStart && { atStart }),
  };
}

/** A job that hears of a fact. */
export interface Listener extends JobWorker {
  readonly fact: Fact;
}

/** Does something whenever a fact is announced, at least once for each. @param name the job's: `meetings.invite`. */
export function on<F extends Fact>(
  fact: F,
  name: string,
  handle: (server: WorkerServer, data: FactData<F>) => Promise<void>,
): Listener {
  const heard: Job = job(name, fact.data);
  return { fact, ...worker(heard, handle as (server: WorkerServer, data: unknown) => Promise<void>) };
}

/** Work that is due more often than a job's schedule allows, while there is something to do. */
export interface IntervalWork extends Omit<IntervalJob, "work"> {
  readonly work: (server: Server) => Promise<NextRun>;
}

/** The handlers of what carriers report. */
export interface CarrierListeners {
  readonly texts: SmsCallbacks;
  readonly calls: VoiceCallbacks;
}

/** The handlers of everything that is reported from outside. */
export interface OutsideListeners extends CarrierListeners {
  readonly mails: EmailListener;
  readonly registrations: RegistrationCallbacks;
}

/** Moves work from one person to another. */
export interface HandOverRequest {
  readonly dealer_id: number;
  readonly from: number;
  readonly to: number;
  /** Who receives the customers of their appointments; default: `to`. */
  readonly host_id?: number | undefined;
  /** Only at these locations; default: all. */
  readonly location_ids?: readonly number[];
}

/** Hands over one kind of work. */
export interface WorkHandOver {
  /** Singular noun: `chat`. */
  readonly what: string;
  /** Runs in a platform unit. @returns how many items `to` has now, or a sentence about what became of them. */
  handOver(unit: UnitOfWork, request: HandOverRequest): Promise<number | string>;
}

/**
 * Mounts the calls and routes of all domains.
 *
 * @param carrierServer what the carrier's reports run on: it has its own connection pool.
 */
export function mountManifests(
  domains: readonly DomainManifest[],
  server: Server,
  carrierServer: Server,
): OutsideListeners {
  for (const { calls = [], routes = [] } of domains) {
    for (const group of calls) group.mount(server, domains);
    for (const mount of routes) mount(server);
  }
  const [listen] = domains.flatMap(({ carrierListeners }) => carrierListeners ?? []);
  if (!listen) throw new Error("No domain listens to the carrier");
  const mailListeners = domains.flatMap(({ mailListener }) => mailListener?.(carrierServer) ?? []);
  const inboundListeners = domains.flatMap(({ inboundMailListener }) => inboundMailListener?.(carrierServer) ?? []);
  const registrationListeners = domains.flatMap(
    ({ registrationListener }) => registrationListener?.(carrierServer) ?? [],
  );
  return {
    ...listen(carrierServer, domains),
    mails: {
      onMailEvent: (event) => notifyInTurn(mailListeners, (listener) => listener.onMailEvent(event)),
      onInboundMail: async (raw) => {
        let isTaken = false;
        for (const take of inboundListeners) if (await take(raw)) isTaken = true;
        return isTaken;
      },
    },
    registrations: { onNotice: (sid) => notifyInTurn(registrationListeners, (listener) => listener.onNotice(sid)) },
  };
}

/** Notifies each listener once the one before it has ended. */
async function notifyInTurn<T>(listeners: readonly T[], notify: (listener: T) => Promise<void>): Promise<void> {
  for (const listener of listeners) await notify(listener);
}

/** Starts a domain's workers in this process, then takes up what an earlier process left behind. */
export async function startWorkers(
  { workers = [], intervalJobs = [], listeners = [] }: DomainManifest,
  server: Server,
  domains: readonly DomainManifest[],
): Promise<void> {
  for (const { work, ...job } of intervalJobs) server.intervalJobs.add({ ...job, work: () => work(server) });
  await Promise.all([...workers, ...listeners].map(({ work }) => work(server, domains)));
  await Promise.all(workers.map(({ schedule }) => schedule?.(server)));
  for (const { atStart } of workers) await atStart?.(server);
}
