import { setTimeout } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type pg from "pg";
import { invalidField } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { SimulatedEmail } from "#ports/email/simulator.ts";
import type { SimulatedLeadForms } from "#ports/leadForms/simulator.ts";
import {
  canBeFilledIn,
  type SimulatorLeadAddress,
  type SimulatorLeadAddresses,
  SimulatorLeadDraft,
  type SimulatorLeadRefusal,
  type SimulatorLeadResult,
} from "#simulator/leads.ts";
import { mailOf, requestOf, type WrittenLead, writeLead } from "./writeLead.ts";

interface LeadsDeps {
  /** The application, which takes leads at its locations' web addresses. */
  readonly http: FastifyInstance;
  /** Undefined with a mail server: then leads come by web requests alone. */
  readonly mails: SimulatedEmail | undefined;
  /** Undefined with Meta itself. */
  readonly forms: SimulatedLeadForms | undefined;
  readonly pool: pg.Pool;
}

/** Mounts what listing sites, manufacturers and other vendors of leads send. */
export function mountLeads(api: FastifyInstance, { http, mails, forms, pool }: LeadsDeps): void {
  api.get("/simulator/api/lead-addresses", async () => {
    const takes_email = mails?.inboundDomain !== undefined;
    const shown: SimulatorLeadAddresses = { takes_email, addresses: await listAddresses(pool) };
    return envelope(shown);
  });

  api.post("/simulator/api/leads", async ({ body, log }) => {
    const draft = parse(SimulatorLeadDraft, body ?? {});
    if (draft.way === "facebook") return envelope(await fillIn({ http, forms, pool }, draft), "Sent");
    const written = writeLead(draft, { at: new Date(), zone: await zoneOf(pool, draft.to) });
    if (draft.way === "web") return envelope(await sendRequests(http, draft, written), "Sent");
    if (!mails?.inboundDomain)
      throw invalidField("way", "Email comes from your mail server. Send a web request instead.");
    return envelope(await sendMails({ mails, pool, log }, draft, written), "Sent");
  });
}

const envelope = <Data>(data: Data, message = "") => ({ status: "success", message, data });

/** Posts it to the location's web address, as often as it is delivered. */
async function sendRequests(
  http: FastifyInstance,
  draft: SimulatorLeadDraft,
  written: WrittenLead,
): Promise<SimulatorLeadResult> {
  const { type, body } = requestOf(draft, written);
  const url = `/webhooks/leads/${draft.to}`;
  const post = () => http.inject({ method: "POST", url, headers: { "content-type": type }, payload: body });
  const answers = await Promise.all(Array.from({ length: written.deliveries }, post));
  const became = answers.flatMap((answer) => (answer.statusCode === 200 ? becameOf(answer.json()) : []));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  const count = (kind: string) => became.filter((one) => one === kind).length;
  return {
    created: count("new"),
    joined: count("joined"),
    known: count("known"),
    refusals: refused.map((answer) => ({
      status: answer.statusCode,
      words: (answer.json() as { message?: string }).message ?? "",
    })),
  };
}

const becameOf = ({ leads = [] }: { leads?: readonly { became: string }[] }) => leads.map(({ became }) => became);

/** Fills a form in on the page that the location connected, and sends the notice of it as often as it is delivered. */
async function fillIn(
  { http, forms, pool }: Pick<LeadsDeps, "http" | "forms" | "pool">,
  draft: SimulatorLeadDraft,
): Promise<SimulatorLeadResult> {
  const { to, kind, first_name, last_name, phone, email, year, make, model, comments } = draft;
  if (!forms) throw invalidField("way", "Forms come from Facebook itself.");
  if (!canBeFilledIn(kind)) throw invalidField("kind", "A form on Facebook can only hold a lead.");
  const page = await pageOf(pool, to);
  if (page === undefined)
    throw invalidField("way", "This location has no page yet. Connect one in its settings for leads.");
  const asked = { full_name: `${first_name} ${last_name}`.trim(), phone_number: phone, email, year, make, model };
  const answers = Object.entries({ ...asked, "anything_else_we_should_know?": comments });
  const filled = answers.flatMap(([key, value]) => (value === "" ? [] : { key, value }));
  const { ref, notice } = await forms.fill(page, { answers: filled, checked: [] });
  if (notice === null) throw invalidField("way", "The page doesn't tell Rooftop of its forms. Connect it again.");
  const post = () => http.inject({ method: "POST", url: "/webhooks/leads/forms", payload: notice });
  const answered = await Promise.all(Array.from({ length: kind === "three_times" ? 3 : 1 }, post));
  const refusals = answered.filter(({ statusCode }) => statusCode !== 200);
  const { stored, created } = await whenStored(pool, to, ref);
  return {
    created,
    joined: stored - created,
    known: Math.max(0, answered.length - refusals.length - stored),
    refusals: refusals.map(({ statusCode: status }) => ({ status, words: "The notice wasn't taken." })),
  };
}

/** The page whose forms become a location's leads. */
async function pageOf(pool: pg.Pool, token: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ page_ref: string }>(
    `select p.page_ref from lead_addresses a
     join lead_pages p on p.dealer_id = a.dealer_id and p.location_id = a.location_id
     where a.token = $1 and p.provider = 'simulator' and p.state <> 'offered' order by p.id limit 1`,
    [token],
  );
  return rows[0]?.page_ref;
}

const looks = 25;
const lookMs = 200;

/** What a form was stored as, once a worker has read it, or nothing after a few seconds. */
async function whenStored(pool: pg.Pool, token: string, ref: string): Promise<{ stored: number; created: number }> {
  for (let look = 0; look < looks; look += 1) {
    const found = await storedOf(pool, token, { provider_id: ref });
    if (found.stored > 0) return found;
    await setTimeout(lookMs);
  }
  return { stored: 0, created: 0 };
}

interface MailWay {
  readonly mails: SimulatedEmail;
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
}

/** Mails it to the location's address. A mail's sender hears whether it was taken, so what came of it is looked up. */
async function sendMails(
  { mails, pool, log }: MailWay,
  draft: SimulatorLeadDraft,
  written: WrittenLead,
): Promise<SimulatorLeadResult> {
  const mail = mailOf(draft, written, `leads-${draft.to}@${mails.inboundDomain}`);
  const deliver = async (): Promise<SimulatorLeadRefusal | undefined> => {
    try {
      return (await mails.receive(mail)) ? undefined : { status: 404, words: "Nobody has this address for leads." };
    } catch (error) {
      log.error({ err: error }, "a simulated lead was not received");
      return { status: 503, words: "This lead wasn't received. A mail server sends it again later." };
    }
  };
  const answers = await Promise.all(Array.from({ length: written.deliveries }, deliver));
  const refusals = answers.filter((answer) => answer !== undefined);
  const { stored, created } = await storedOf(pool, draft.to, { subject: written.id });
  const taken = (answers.length - refusals.length) * written.inquiries;
  return { created, joined: stored - created, known: Math.max(0, taken - stored), refusals };
}

/** How many inquiries of a location name this number, in the subject of a mail or as the id of a form. */
async function storedOf(
  pool: pg.Pool,
  token: string,
  named: { readonly subject: string } | { readonly provider_id: string },
): Promise<{ stored: number; created: number }> {
  const isMail = "subject" in named;
  const { rows } = await pool.query<{ stored: number; created: number }>(
    `select count(*)::int as stored, count(*) filter (where not exists (
         select from lead_inquiries earlier
         where earlier.dealer_id = i.dealer_id and earlier.lead_id = i.lead_id and earlier.id < i.id))::int as created
     from lead_addresses a
     join lead_inquiries i on i.dealer_id = a.dealer_id and i.location_id = a.location_id
     where (a.token = $1 or a.previous_token = $1) and ${isMail ? "i.came_by = 'email' and strpos(i.subject, $2) > 0" : "i.provider_id = $2"}`,
    [token, isMail ? named.subject : named.provider_id],
  );
  return rows[0] ?? { stored: 0, created: 0 };
}

/** Where leads can be sent, in the order of the dealerships' numbers. */
async function listAddresses(pool: pg.Pool): Promise<SimulatorLeadAddress[]> {
  const { rows } = await pool.query<SimulatorLeadAddress>(
    `select a.token, d.business_name, l.title as location, coalesce(n.number, '') as number
     from lead_addresses a
     join dealers d on d.id = a.dealer_id
     join locations l on l.dealer_id = a.dealer_id and l.id = a.location_id
     left join lateral (select one.number from phone_numbers one where one.dealer_id = a.dealer_id
       and one.location_id = a.location_id order by one.kind, one.number limit 1) n on true
     order by d.id, l.id limit 1000`,
  );
  return rows;
}

/** The time zone of the location with an address; of an address that nobody has, any. */
async function zoneOf(pool: pg.Pool, token: string): Promise<string> {
  const { rows } = await pool.query<{ time_zone: string }>(
    `select l.time_zone from lead_addresses a join locations l on l.dealer_id = a.dealer_id and l.id = a.location_id
     where a.token = $1 or a.previous_token = $1 limit 1`,
    [token],
  );
  return rows[0]?.time_zone ?? "America/New_York";
}
