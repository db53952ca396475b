import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { type JobData, job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import { openSeal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { vendorOf } from "#domains/leads/crm/server/store.ts";
import { deliveryId, receiveAll } from "#domains/leads/inquiries/server/receiveInquiries.ts";
import { notify } from "#domains/notifications/server/public.ts";
import type { AccessFailure } from "#ports/access.ts";
import type { FilledForm, LeadForms } from "#ports/leadForms/leadForms.ts";
import { leadPageEvents } from "../contract.ts";
import { dueAfter, sinceOf, stateAfter } from "../rules.ts";
import { readFilledForm } from "./readForm.ts";
import { changePage, connectedPages, duePages, findPage, forgetOffers, lockPage, type PageKey } from "./store.ts";
import { leadPageTexts as texts } from "./texts.ts";

const maxNoticeBytes = 256_000;
/** Notices in ten minutes from one address without the provider's signature. */
const limits = { unsigned: 60, seconds: 600 } as const;

/** The purpose under which a page's access is sealed. */
export const sealPurpose = "lead page";

const pageKey = { dealer_id: Id, id: Id } as const;
/** Reads one form that a notice told of; what isn't read in a few minutes is found by the hourly look. */
export const readFormJob = job("leads.readForm", z.object({ ...pageKey, ref: z.string() }), { retries: 4 });
/** Reads the forms of a page that no notice told of. The next look is scheduled anyway. */
export const readPageJob = job("leads.readPage", z.object(pageKey), { retries: 0, expires: 300, concurrency: 2 });
export const sweepPagesJob = job("leads.sweepPages", z.object({}), { retries: 0, expires: 60, concurrency: 1 });

/** Hears of filled-in forms at `/webhooks/leads/forms`, where the provider first asks whether it may send notices. */
export function serveFormNotices(server: Server): void {
  void server.http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxNoticeBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.get<{ Querystring: Record<string, unknown> }>("/webhooks/leads/forms", async ({ query }, reply) => {
      const challenge = server.ports.leadForms?.challenge(query);
      return challenge === undefined
        ? reply.code(403).type("text/plain").send("")
        : reply.type("text/plain").send(challenge);
    });
    scope.post("/webhooks/leads/forms", (request, reply) => receiveNotice(server, request, reply));
  });
}

async function receiveNotice({ ports, within, limits: rate }: Server, request: FastifyRequest, reply: FastifyReply) {
  const forms = ports.leadForms;
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const notices = forms?.notices(request.headers, body) ?? "forbidden";
  if (!forms || notices === "forbidden") {
    await rate.consume("unsigned form notice", request.ip, limits.unsigned, limits.seconds);
    return reply.code(403).send();
  }
  for (const { page_ref, ref } of notices.filter(({ page_ref, ref }) => isId(page_ref) && isId(ref))) {
    const { provider } = forms;
    // None for a page that was disconnected here, which may still send for a while.
    const pages = await within.eachCell.read("a page's form", (db) => connectedPages(db, provider, page_ref));
    for (const page of pages.flat())
      await within.business(page, "a filled-in form", async ({ enqueue }) =>
        enqueue(readFormJob, { ...page, ref }, { dedupeKey: `${page.dealer_id}.${page.id}.${ref}` }),
      );
  }
  return reply.code(200).type("text/plain").send("");
}

/** What providers call their pages and forms. */
const isId = (text: string) => /^[\w.:-]{1,100}$/.test(text);

type FormServer = Pick<Server, "within" | "ports" | "secret">;

/** A connected page's forms; undefined for one that can't be read until somebody connects it again. */
async function openPage({ within, ports, secret }: FormServer, key: PageKey) {
  const page = await within.business(key, "a page's forms", ({ db }) => findPage(db, key));
  const forms = ports.leadForms;
  if (!page || !forms || page.provider !== forms.provider) return undefined;
  if (page.state === "offered" || page.state === "needs_access") return undefined;
  const access = openSeal(secret, sealPurpose, page.access_sealed);
  return access === undefined ? undefined : { page, forms, access: { ref: page.page_ref, access } };
}

/** Reads a form and receives it as a lead. @throws when the provider is busy, so that the job is tried again. */
export async function readForm(server: FormServer, { ref, ...key }: JobData<typeof readFormJob>): Promise<void> {
  const opened = await openPage(server, key);
  if (!opened) return;
  const result = await opened.forms.read(opened.access, ref);
  if (result.kind === "form") return receiveForms(server, opened.page, opened.forms, [result.form]);
  if (result.kind === "needs_access") return failPage(server, key, result);
  // One that is missing for now is found by the next look.
  if (result.kind === "busy") throw new Error(`A filled-in form couldn't be read: ${result.why}`);
}

/** Reads all forms since the last look. */
export async function readPage(server: FormServer, key: JobData<typeof readPageJob>): Promise<void> {
  const opened = await openPage(server, key);
  if (!opened) return server.within.business(key, "a page's forms", ({ db }) => changePage(db, key, { due_at: null }));
  const { page, forms, access } = opened;
  const now = server.ports.clock.now();
  const result = await forms.list(access, sinceOf(page.read_to ?? now));
  if (result.kind !== "forms") return failPage(server, key, result);
  await receiveForms(server, page, forms, result.forms);
  await server.within.business(page, "a page's forms", async (unit) => {
    const locked = await lockPage(unit.db, key);
    if (!locked || locked.state === "offered") return;
    const read_to = result.isWhole ? now : (result.forms.at(-1)?.filled_at ?? now);
    const due_at = result.isWhole ? dueAfter(0, now) : now;
    await changePage(unit.db, key, { state: "ok", problem: "", failures: 0, read_to, due_at });
    if (locked.state !== "ok") unit.publish(leadPageEvents.changed, {}, locked);
  });
}

/** Receives forms as leads, each once. */
async function receiveForms(
  { within, secret }: FormServer,
  page: { readonly dealer_id: number; readonly location_id: number; readonly page_ref: string },
  { provider }: LeadForms,
  filled: readonly FilledForm[],
): Promise<void> {
  for (const form of filled) {
    const inquiry = readFilledForm(form);
    if (inquiry === undefined || inquiry === "test") continue;
    await receiveAll({ within, secret }, page, [inquiry], () => ({
      came_by: "web",
      subject: "",
      delivery: deliveryId("form", provider, form.ref),
      raw: Buffer.from(JSON.stringify(form)),
    }));
  }
}

/** Stores why a page couldn't be read and when to try again. Owners are notified once when somebody has to act. */
async function failPage({ within, ports }: FormServer, key: PageKey, failure: AccessFailure): Promise<void> {
  await within.business(key, "a page's forms", async (unit) => {
    const page = await lockPage(unit.db, key);
    if (!page || page.state === "offered" || page.state === "needs_access") return;
    const failures = page.failures + 1;
    unit.publish(leadPageEvents.changed, {}, page);
    if (failure.kind === "needs_access") {
      await changePage(unit.db, key, { state: "needs_access", problem: texts.needsAccess, failures, due_at: null });
      return notifyOwners(unit, page);
    }
    const state = stateAfter(failures);
    const retryAfter = failure.kind === "busy" ? failure.retryAfter : 0;
    const due_at = dueAfter(failures, ports.clock.now(), retryAfter);
    await changePage(unit.db, key, { state, problem: state === "failing" ? texts.failing : "", failures, due_at });
  });
}

async function notifyOwners(
  unit: UnitOfWork,
  {
    dealer_id,
    location_id,
    title,
  }: { readonly dealer_id: number; readonly location_id: number; readonly title: string },
): Promise<void> {
  const { owner_ids: user_ids } = await vendorOf(unit.db, { dealer_id, location_id });
  await notify(unit, { dealer_id, location_id, user_ids }, { kind: "lead", ...texts.lost(title), chat_id: null });
}

/** Enqueues the pages of all businesses that are due, and forgets what nobody connected. */
export async function sweepPages({ within, ports }: Pick<Server, "within" | "ports">): Promise<void> {
  const now = ports.clock.now();
  await within.eachCell("pages for leads", async ({ db, enqueue }) => {
    await forgetOffers(db, now);
    for (const page of await duePages(db, now))
      enqueue(readPageJob, page, { dedupeKey: `${page.dealer_id}.${page.id}` });
  });
}

export const formWorkers = [
  worker(readFormJob, readForm),
  worker(readPageJob, readPage),
  worker(sweepPagesJob, sweepPages, { schedule: "*/10 * * * *" }),
];
