import { Readable } from "node:stream";
import { byteOrderMark, csvLines } from "#core/csv.ts";
import { allows } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { sessionHolder } from "#domains/accounts/server/public.ts";
import { consentView, viewInWords } from "#domains/customers/consent/rules.ts";
import { customerField, exportedFields } from "#domains/customers/fields.ts";
import { nextExportRows } from "#domains/customers/server/public.ts";
import { listsOf } from "#domains/lists/server/public.ts";
import { customerExport } from "../contract.ts";
import { type ExportTicket, openTicket } from "./ticket.ts";

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
  const holder = await within.lookup("export", (db) => sessionHolder(db, session_id, now));
  if (!holder || holder.dealer_id !== dealer_id || !holder.location_ids.includes(location_id)) return false;
  return allows(customerExport.make.allow, holder.role);
}

const batchSize = 1000;

/** Each batch has its own transaction, so a slow reader holds none. */
async function* csvOf({ within }: Pick<Server, "within">, ticket: ExportTicket): AsyncGenerator<string> {
  yield byteOrderMark + csvLines([header]);
  let lastId: number | undefined;
  do {
    const { rows, lines } = await within.business(ticket, "export", ({ db }) => nextLines(db, ticket, lastId));
    if (lines.length > 0) yield csvLines(lines);
    lastId = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (lastId !== undefined);
}

const capitalized = (label: string) => label.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** The columns that an import recognizes come first. */
const header = [
  ...exportedFields.map((name) => capitalized(customerField(name).label)),
  "Lists",
  "Opt-In Status",
  "Consent",
  "Messages Received",
  "Messages Sent",
];

async function nextLines(db: Db, ticket: ExportTicket, lastId: number | undefined) {
  const { words, list_id, tag_id, optin_status, consent } = ticket;
  const filter = { words, list_id, tag_id, optin_status, consent };
  const rows = await nextExportRows(db, ticket, filter, lastId, batchSize);
  const ids = rows.map(({ id }) => id);
  const lists = await listsOf(db, ticket, ids);
  const lines = rows.map((row) => [
    ...exportedFields.map((name) => (customerField(name).kind === "phone" ? formatPhone(row[name]) : row[name])),
    (lists.get(row.id) ?? []).map(({ title }) => title).join("; "),
    row.optin_status === 1 ? "Opted in" : "Opted out",
    viewInWords[consentView(row.consent_state)],
    row.messages_received,
    row.messages_sent,
  ]);
  return { rows, lines };
}
