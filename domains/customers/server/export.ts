import { Readable } from "node:stream";
import * as z from "zod/mini";
import { byteOrderMark, csvLines } from "#core/csv.ts";
import { orNotFound } from "#core/failure.ts";
import { allows } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import { searchWords } from "#core/searchWords.ts";
import type { Handlers, Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { sessionHolder } from "#domains/accounts/server/public.ts";
import { consentViews } from "#domains/customers/consent/contract.ts";
import { consentView, viewInWords } from "#domains/customers/consent/rules.ts";
import type { CustomField } from "#domains/customers/custom/fields.ts";
import { customText } from "#domains/customers/custom/rules.ts";
import { fieldsInUse } from "#domains/customers/custom/server/store.ts";
import { shownLeadFields, shownLeadLabels } from "#domains/customers/leadFields/fields.ts";
import { leadsOfCustomers } from "#domains/customers/leadFields/server/store.ts";
import { listById, listsOf } from "#domains/lists/server/public.ts";
import { customerExport } from "../contract.ts";
import { customerField, exportedFields } from "../fields.ts";
import { customFiltersOf, leadFilterOf } from "./handlers.ts";
import { type CustomerFilter, nextExportRows } from "./tableStore.ts";

const tenMinutes = 600_000;

export const customerExportHandlers: Handlers<typeof customerExport> = {
  async make({ db, scope, who, secret, now, audit }, { body }) {
    const { search, list_id = null, tag_id = null, optin_status = null, consent = null } = body;
    if (typeof list_id === "number") orNotFound(await listById(db, scope, list_id));
    const { dealer_id, location_id } = scope;
    const custom = await customFiltersOf(db, dealer_id, body.custom);
    const lead = await leadFilterOf(db, dealer_id, body);
    const keys = custom?.map(({ key }) => key).join(", ") ?? null;
    const detail = { list_id, tag_id, optin_status, consent, custom: keys, ...lead, search };
    await audit({ action: "exported", subject: "customers", detail });
    const until = now().getTime() + tenMinutes;
    const words = searchWords(search);
    const chosen = {
      list_id: body.list_id,
      tag_id: body.tag_id,
      optin_status: body.optin_status,
      consent: body.consent,
    };
    const filter = { ...chosen, custom, lead, with_leads: body.with_lead === 1 };
    const ticket = { dealer_id, location_id, session_id: who.session_id, words, ...filter, until };
    const file_name = `customers-${now().toISOString().slice(0, 10)}.csv`;
    return { url: `/files/customers/${sealTicket(secret, ticket)}/${file_name}`, file_name };
  },
};

/** Serves export files, streamed a thousand customers at a time. */
export function serveExport(server: Server): void {
  const { http, ports, secret } = server;
  http.get<{ Params: { readonly "*": string } }>("/files/customers/*", async ({ params }, reply) => {
    const [seal = "", name = ""] = params["*"].split("/");
    const ticket = openTicket(secret, seal, ports.clock.now());
    if (!ticket || !(await isStillAllowed(server, ticket)))
      return reply.code(404).type("text/plain").send("We couldn't find this file. It may have been deleted.");
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${name.replace(/[^\w.-]/g, "")}"`)
      .type("text/csv; charset=utf-8")
      .send(Readable.from(csvOf(server, ticket), { objectMode: false }));
  });
}

/** True while the ticket's session is signed in and still allowed to export at the location. */
async function isStillAllowed(
  { within, ports }: Server,
  { session_id, dealer_id, location_id }: ExportTicket,
): Promise<boolean> {
  const now = ports.clock.now();
  const holder = await within.cellOf.read({ dealer_id }, "export", (db) => sessionHolder(db, session_id, now));
  if (!holder || holder.dealer_id !== dealer_id || !holder.location_ids.includes(location_id)) return false;
  return allows(customerExport.make.allow, holder.role);
}

const batchSize = 1000;

/** Each batch has its own transaction, so a slow reader holds none. */
async function* csvOf({ within }: Pick<Server, "within">, ticket: ExportTicket): AsyncGenerator<string> {
  const fields = await within.business(ticket, "export", ({ db }) => fieldsInUse(db, ticket.dealer_id));
  const ofLeads = ticket.with_leads ? shownLeadFields.map((field) => capitalized(shownLeadLabels[field])) : [];
  yield byteOrderMark + csvLines([[...header, ...ofLeads, ...fields.map(({ name }) => name)]]);
  let lastId: number | undefined;
  do {
    const { rows, lines } = await within.business(ticket, "export", ({ db }) => nextLines(db, ticket, fields, lastId));
    if (lines.length > 0) yield csvLines(lines);
    lastId = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (lastId !== undefined);
}

const capitalized = (label: string) => label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The columns that an import recognizes come first; those of leads and own fields follow. */
const header = [
  ...exportedFields.map((name) => capitalized(customerField(name).label)),
  "Lists",
  // By their labels, an import knows that they say nothing of email.
  "Text Opt-In Status",
  "Text Consent",
  "Messages Received",
  "Messages Sent",
];

async function nextLines(db: Db, ticket: ExportTicket, fields: readonly CustomField[], lastId: number | undefined) {
  const { words, list_id, tag_id, optin_status, consent, custom, lead } = ticket;
  const filter: CustomerFilter = { words, list_id, tag_id, optin_status, consent, custom, lead };
  const rows = await nextExportRows(db, ticket, filter, lastId, batchSize);
  const ids = rows.map(({ id }) => id);
  const lists = await listsOf(db, ticket, ids);
  const leads = ticket.with_leads ? await leadsOfCustomers(db, ticket, ids) : undefined;
  const lines = rows.map((row) => [
    ...exportedFields.map((name) => (customerField(name).kind === "phone" ? formatPhone(row[name]) : row[name])),
    (lists.get(row.id) ?? []).map(({ title }) => title).join("; "),
    row.optin_status === 1 ? "Opted in" : "Opted out",
    viewInWords[consentView(row.consent_state)],
    row.messages_received,
    row.messages_sent,
    ...(leads ? shownLeadFields.map((field) => leads.get(row.id)?.[field] ?? "") : []),
    ...fields.map((field) => exportedText(field, row.custom[field.key] ?? "")),
  ]);
  return { rows, lines };
}

/** As an import reads it again; a number without commas. */
const exportedText = (field: CustomField, value: string) =>
  field.kind === "number" ? value : customText(field, value);

/** What a download URL encodes. */
const ExportTicket = z.object({
  dealer_id: z.number(),
  location_id: z.number(),
  session_id: z.number(),
  words: z.array(z.string()),
  list_id: z.optional(z.union([z.literal("none"), z.number()])),
  tag_id: z.optional(z.number()),
  optin_status: z.optional(z.literal([0, 1])),
  consent: z.optional(z.enum(consentViews)),
  custom: z.optional(
    z.readonly(
      z.array(
        z.object({
          key: z.string(),
          comparison: z.enum(["is", "contains", "dates", "numbers", "filled", "empty"]),
          value: z.string(),
          to: z.string(),
        }),
      ),
    ),
  ),
  lead: z.optional(
    z.object({
      owner_id: z.optional(z.number()),
      stage_id: z.optional(z.number()),
      source: z.string(),
      vehicle: z.string(),
    }),
  ),
  with_leads: z.boolean(),
  until: z.number(),
});
type ExportTicket = z.infer<typeof ExportTicket>;

/** Encodes and signs a ticket as a URL segment. */
function sealTicket(secret: string, ticket: ExportTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${sign(secret, text)}`;
}

/** @returns undefined when the signature is wrong or the ticket has expired. */
function openTicket(secret: string, seal: string, now: Date): ExportTicket | undefined {
  const [text = "", signature = ""] = seal.split(".");
  if (!isSignature(signature, sign(secret, text))) return undefined;
  const ticket = z.parse(ExportTicket, JSON.parse(Buffer.from(text, "base64url").toString()));
  return ticket.until > now.getTime() ? ticket : undefined;
}

const sign = (secret: string, text: string) => signatureOf(secret, ["customers export", text]);
