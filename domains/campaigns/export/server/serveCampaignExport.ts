import { Readable } from "node:stream";
import { byteOrderMark, csvLines } from "#core/csv.ts";
import { allows } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { sessionHolder } from "#domains/accounts/server/public.ts";
import { consentView, viewInWords } from "#domains/customers/consent/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type RecipientRow, recipientRange, toRecipient } from "../../text/server/public.ts";
import { campaignExport } from "../contract.ts";
import { type CampaignTicket, openTicket } from "./ticket.ts";

/** Serves export files, streamed a thousand people at a time. */
export function serveCampaignExport(server: Server): void {
  const { http, ports, secret } = server;
  http.get<{ Params: { readonly "*": string } }>("/files/campaigns/*", async ({ params }, reply) => {
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
  { session_id, dealer_id, location_id }: CampaignTicket,
): Promise<boolean> {
  const now = ports.clock.now();
  const holder = await within.lookup("campaign export", (db) => sessionHolder(db, session_id, now));
  if (!holder || holder.dealer_id !== dealer_id || !holder.location_ids.includes(location_id)) return false;
  return allows(campaignExport.make.allow, holder.role);
}

const batchSize = 1000;
const everybody = { states: [], reason: "", error_code: "", outcome: "", search: "" } as const;

/** The columns, as each line of the file has them. */
const header = [
  "First Name",
  "Last Name",
  "Phone",
  "Consent",
  "Status",
  "Reason or Error",
  "Sent At",
  "Replied At",
  "Opted Out At",
  "Appointment",
  "Message",
];

/** Each batch has its own transaction, so a slow reader holds none. */
async function* csvOf({ within }: Pick<Server, "within">, ticket: CampaignTicket): AsyncGenerator<string> {
  const zone = await within.business(ticket, "campaign export", async ({ db }) => {
    return (await locationById(db, ticket.dealer_id, ticket.location_id))?.time_zone ?? "UTC";
  });
  yield byteOrderMark + csvLines([header]);
  for (let after = 0; ; ) {
    const range = { key: "id", dir: "asc", after: { value: after, id: after }, skip: 0, limit: batchSize } as const;
    const rows = await within.business(ticket, "campaign export", ({ db }) =>
      recipientRange(db, ticket, ticket.campaign_id, everybody, range),
    );
    if (rows.length > 0) yield csvLines(rows.map((row) => lineOf(row, zone)));
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}

function lineOf(row: RecipientRow, zone: string): string[] {
  const { first_name, last_name, phone, consent_state, message_status, error, message, ...times } = toRecipient(row);
  const { sent_at, replied_at, unsubscribed_at, appointment_id } = times;
  return [
    first_name,
    last_name,
    phone === "" ? "" : formatPhone(phone),
    viewInWords[consentView(consent_state)],
    message_status,
    error,
    clockTime(sent_at, zone),
    clockTime(replied_at, zone),
    clockTime(unsubscribed_at, zone),
    appointment_id === null ? "" : "Yes",
    message,
  ];
}

/** `2026-11-24 09:30`, location time. */
function clockTime(at: Date | null, zone: string): string {
  if (at === null) return "";
  const { date, minutes } = wallTimeAt(at, zone);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${date} ${hour}:${minute}`;
}
