import { Readable } from "node:stream";
import * as z from "zod/mini";
import { byteOrderMark, csvLines } from "#core/csv.ts";
import { allows } from "#core/people.ts";
import { formatPhone } from "#core/phone.ts";
import type { Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { sessionHolder } from "#domains/accounts/server/public.ts";
import { consentView, viewInWords } from "#domains/customers/consent/rules.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type MailRecipientRow, mailRecipientRange, mailStatusOf } from "../../email/server/public.ts";
import { type RecipientRow, recipientRange, toRecipient } from "../../text/server/public.ts";
import { campaignExport } from "../contract.ts";

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
  const holder = await within.cellOf.read({ dealer_id }, "campaign export", (db) => sessionHolder(db, session_id, now));
  if (!holder || holder.dealer_id !== dealer_id || !holder.location_ids.includes(location_id)) return false;
  return allows(campaignExport.make.allow, holder.role);
}

const batchSize = 1000;

/** Each batch has its own transaction, so a slow reader holds none. */
async function* csvOf({ within }: Pick<Server, "within">, ticket: CampaignTicket): AsyncGenerator<string> {
  const zone = await within.business(ticket, "campaign export", async ({ db }) => {
    return (await locationById(db, ticket.dealer_id, ticket.location_id))?.time_zone ?? "UTC";
  });
  const { header, linesAfter } = ticket.channel === "sms" ? textedPeople : mailedPeople;
  yield byteOrderMark + csvLines([header]);
  for (let after = 0; ; ) {
    const { lines, last } = await within.business(ticket, "campaign export", ({ db }) =>
      linesAfter(db, ticket, { after, limit: batchSize, zone }),
    );
    if (lines.length > 0) yield csvLines(lines);
    if (last === undefined || lines.length < batchSize) return;
    after = last;
  }
}

/** What a download URL encodes. */
const CampaignTicket = z.object({
  dealer_id: z.number(),
  location_id: z.number(),
  session_id: z.number(),
  campaign_id: z.number(),
  channel: z.enum(["sms", "email"]),
  until: z.number(),
});
export type CampaignTicket = z.infer<typeof CampaignTicket>;

/** Encodes and signs a ticket as a URL segment. */
export function sealTicket(secret: string, ticket: CampaignTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${sign(secret, text)}`;
}

/** @returns undefined when the signature is wrong or the ticket has expired. */
function openTicket(secret: string, seal: string, now: Date): CampaignTicket | undefined {
  const [text = "", signature = ""] = seal.split(".");
  if (!isSignature(signature, sign(secret, text))) return undefined;
  const ticket = z.parse(CampaignTicket, JSON.parse(Buffer.from(text, "base64url").toString()));
  return ticket.until > now.getTime() ? ticket : undefined;
}

const sign = (secret: string, text: string) => signatureOf(secret, ["campaign export", text]);

const everyText = { states: [], reason: "", error_code: "", outcome: "", search: "" } as const;

/** The people of a text campaign. */
const textedPeople: ExportedPeople = {
  header: [
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
  ],
  async linesAfter(db, ticket, batch) {
    const rows = await recipientRange(db, ticket, ticket.campaign_id, everyText, rangeAfter(batch));
    return { lines: rows.map((row) => textLine(row, batch.zone)), last: rows.at(-1)?.id };
  },
};

function textLine(row: RecipientRow, zone: string): string[] {
  const { first_name, last_name, phone, consent_state, message_status, error, message, ...times } = toRecipient(row);
  const { sent_at, replied_at, unsubscribed_at, appointment_id } = times;
  return [
    first_name,
    last_name,
    phone === "" ? "" : formatPhone(phone),
    viewInWords[consentView(consent_state)],
    message_status,
    error,
    timeInFile(sent_at, zone),
    timeInFile(replied_at, zone),
    timeInFile(unsubscribed_at, zone),
    appointment_id === null ? "" : "Yes",
    message,
  ];
}

const everyEmail = { states: [], reason: "", outcome: "", link: 0, search: "" } as const;

/** The people of an email campaign. */
const mailedPeople: ExportedPeople = {
  header: [
    "First Name",
    "Last Name",
    "Email",
    "Status",
    "Reason or Error",
    "Sent At",
    "Opened At",
    "Clicked At",
    "Unsubscribed At",
    "Marked as Spam At",
    "Appointment",
    "Subject",
  ],
  async linesAfter(db, ticket, batch) {
    const rows = await mailRecipientRange(db, ticket, ticket.campaign_id, everyEmail, rangeAfter(batch));
    return { lines: rows.map((row) => emailLine(row, batch.zone)), last: rows.at(-1)?.id };
  },
};

function emailLine(row: MailRecipientRow, zone: string): string[] {
  const { message_status, error } = mailStatusOf(row);
  const times = [row.sent_at, row.opened_at, row.clicked_at, row.unsubscribed_at, row.complained_at];
  return [
    row.first_name,
    row.last_name,
    row.email,
    message_status,
    error,
    ...times.map((at) => timeInFile(at, zone)),
    row.appointment_id === null ? "" : "Yes",
    row.message,
  ];
}

/** How a channel's people stand in a file. */
interface ExportedPeople {
  readonly header: readonly string[];
  /** The lines of the people after one of them, and the last one's number. */
  linesAfter(
    db: Db,
    ticket: CampaignTicket,
    batch: ExportBatch,
  ): Promise<{ lines: string[][]; last: number | undefined }>;
}

interface ExportBatch {
  readonly after: number;
  readonly limit: number;
  /** The location's, in which times are written. */
  readonly zone: string;
}

/** The people after one of them, by their number. */
function rangeAfter({ after, limit }: ExportBatch) {
  return { key: "id", dir: "asc", after: { value: after, id: after }, skip: 0, limit } as const;
}

/** `2026-11-24 09:30`, location time. */
function timeInFile(at: Date | null, zone: string): string {
  if (at === null) return "";
  const { date, minutes } = wallTimeAt(at, zone);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${date} ${hour}:${minute}`;
}
