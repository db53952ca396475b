import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import { isEmail } from "#core/fields.ts";
import type { LocationKey } from "#core/people.ts";
import { mailboxesIn } from "#core/server/receivedMail.ts";
import { seal } from "#core/server/seal.ts";
import type { Server } from "#core/server/serve.ts";
import { mostVehicles } from "#domains/leads/fields.ts";
import { type ReceivedInquiry, type ReceivedLead, receiveLead } from "#domains/leads/server/receiveLead.ts";
import type { Inquiry, InquiryVehicle } from "../rules.ts";
import { readMailApart, readTextApart } from "./readApart.ts";
import { readJsonInquiry } from "./readJson.ts";
import { type LeadRecipient, recipientOfToken } from "./store.ts";

const maxBodyBytes = 1_000_000;
/** Of what came in, this much is kept as it came. */
const keptBytes = 200_000;
/** Milliseconds within which the same request is a repetition of one delivery. */
const repeatsWithin = 86_400_000;
/** Requests to a location's address in ten minutes, and attempts with addresses that nobody has. */
const limits = { address: 600, unknown: 60, seconds: 600 } as const;

const tokenPattern = /^[0-9a-f]{20}$/;

/** Takes leads at `POST /webhooks/leads/{token}`: ADF, JSON, and what Google sends. */
export function serveLeads(server: Server): void {
  void server.http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Params: { token: string } }>("/webhooks/leads/:token", (request, reply) =>
      receivePost(server, request, reply),
    );
  });
}

async function receivePost(
  server: Server,
  { params: { token }, body, headers, ip }: FastifyRequest<{ Params: { token: string } }>,
  reply: FastifyReply,
) {
  const answer = (status: number, message: string) => reply.code(status).send({ message });
  try {
    const recipient = await recipientOf(server, token);
    if (!recipient) {
      await server.limits.consume("unknown lead address", ip, limits.unknown, limits.seconds);
      return answer(404, "Nobody has this address for leads.");
    }
    await server.limits.consume("lead address", token, limits.address, limits.seconds);
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const inquiries = await inquiriesIn(bytes, String(headers["content-type"] ?? ""), recipient.time_zone);
    if (inquiries === "test") return answer(200, "Test received. It made no lead.");
    if (inquiries.length === 0) return answer(422, "Send ADF, or JSON with a phone number or an email address.");
    const received = await receiveAll(server, recipient, inquiries, (inquiry, at) => ({
      came_by: "web",
      subject: "",
      // With all that it says: some forms send one id for everybody.
      delivery: deliveryId("web", JSON.stringify(inquiry), at),
      repeatsWithin,
      raw: bytes,
    }));
    return reply.code(200).send({ message: "Received", leads: received.map(({ id, became }) => ({ id, became })) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "tooMany")
      return reply
        .code(429)
        .header("retry-after", error.retryAfter ?? 60)
        .send({ message: error.message });
    return answer(503, "This lead wasn't received. Send it again later.");
  }
}

/** The inquiries in a body; none when it names nobody. */
async function inquiriesIn(body: Buffer, type: string, zone: string): Promise<readonly Inquiry[] | "test"> {
  const text = body.toString("utf8").replaceAll("\u0000", "").trim();
  if (text === "") return [];
  const isForm = /form-urlencoded/i.test(type);
  if (isForm || /json/i.test(type) || /^[{[]/.test(text)) {
    const inquiry = readJsonInquiry(isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJson(text));
    if (inquiry === "test") return "test";
    return inquiry ? [inquiry] : [];
  }
  return readTextApart(text, zone);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Takes a mail to one or several locations' addresses. @returns false when nobody has any of them. */
export async function receiveLeadMail(server: Server, raw: Buffer): Promise<boolean> {
  let isTaken = false;
  for (const token of tokensIn(raw, server.ports.email.inboundDomain ?? "")) {
    const recipient = await recipientOf(server, token);
    if (!recipient) continue;
    isTaken = true;
    const mail = await readMailApart(raw, recipient.time_zone);
    await receiveAll(server, recipient, mail.inquiries, (inquiry, at) => ({
      came_by: "email",
      subject: shortened(mail.subject, 500),
      sender: shortened(mail.sent_by, 254),
      // A server that delivers a mail again adds lines to it, but changes neither its id nor what it says.
      delivery: deliveryId("mail", mail.message_id, JSON.stringify(inquiry), at),
      ...(mail.message_id === "" && { repeatsWithin }),
      raw,
    }));
  }
  return isTaken;
}

/** The tokens of the addresses in a mail's head, five at most. */
const tokensIn = (raw: Buffer, domain: string): string[] =>
  mailboxesIn(raw, domain)
    .flatMap((mailbox) => /^leads-([0-9a-f]{20})$/.exec(mailbox)?.[1] ?? [])
    .slice(0, 5);

async function recipientOf({ within, ports }: Server, token: string): Promise<LeadRecipient | undefined> {
  if (!tokenPattern.test(token)) return undefined;
  const now = ports.clock.now();
  return within.cellOf.read({ entry: "lead address", key: token }, "a lead's address", (db) =>
    recipientOfToken(db, token, now),
  );
}

type InquiryDelivery = Pick<ReceivedInquiry, "came_by" | "subject" | "delivery" | "repeatsWithin" | "sender"> & {
  readonly raw: Buffer;
};

/** Receives all inquiries of one delivery, or none. */
export async function receiveAll(
  { within, secret }: Pick<Server, "within" | "secret">,
  { dealer_id, location_id }: LocationKey,
  inquiries: readonly Inquiry[],
  deliveryOf: (inquiry: Inquiry, at: number) => InquiryDelivery,
): Promise<ReceivedLead[]> {
  const location = { dealer_id, location_id };
  return within.business(location, "leads that came in", async (unit) => {
    const received: ReceivedLead[] = [];
    for (const [at, inquiry] of inquiries.entries()) {
      const { raw, ...delivery } = deliveryOf(inquiry, at);
      const raw_sealed = at === 0 ? seal(secret, "lead", raw.subarray(0, keptBytes).toString("latin1")) : null;
      received.push(await receiveLead(unit, location, { ...storable(inquiry), ...delivery, raw_sealed }));
    }
    return received;
  });
}

/** What tells one delivery from all others. */
export const deliveryId = (...parts: readonly (string | number)[]) =>
  createHash("sha256")
    .update(parts.map((part) => `${part}\n`).join(""))
    .digest("base64url");

/** What Postgres can store, and no longer than a form would take. */
const shortened = (text: string, max: number) =>
  text.replaceAll("\u0000", "").toWellFormed().trim().slice(0, max).toWellFormed();

function storable(
  inquiry: Inquiry,
): Omit<ReceivedInquiry, "came_by" | "subject" | "delivery" | "raw_sealed" | "sender"> {
  const { kind, read_by, provider, provider_id, person, vehicles, comments, agreed_words, requested_at } = inquiry;
  const email = shortened(person.email, 254);
  const further = [
    ...person.other_phones.map((phone) => `Other phone: ${phone}`),
    person.address && `Address: ${person.address}`,
  ];
  const preference = person.prefers === "" ? "" : `Prefers to be reached by ${person.prefers}`;
  const said = [comments, ...further, preference, isEmail(email) || email === "" ? "" : `Email: ${email}`];
  return {
    kind,
    read_by,
    provider: shortened(provider, 100),
    provider_id: shortened(provider_id, 200),
    source: shortened(provider, 100),
    person: {
      first_name: shortened(person.first_name, 100),
      last_name: shortened(person.last_name, 100),
      email: isEmail(email) ? email : "",
      phone: person.phone,
    },
    vehicles: vehicles.slice(0, mostVehicles).map(storableVehicle),
    comments: shortened(said.filter(Boolean).join("\n"), 8_000),
    agreed_words: shortened(agreed_words, 2_000),
    requested_at: requested_at ?? null,
  };
}

function storableVehicle({ interest, status, year, ...vehicle }: InquiryVehicle) {
  const { make, model, trim, vin, stock, price, odometer, color, comments } = vehicle;
  return {
    interest,
    status,
    year: /^(19|20)\d\d$/.test(year) ? year : "",
    make: shortened(make, 60),
    model: shortened(model, 80),
    trim: shortened(trim, 80),
    vin: shortened(vin, 17),
    stock: shortened(stock, 40),
    price: shortened(price, 40),
    odometer: shortened(odometer, 40),
    color: shortened(color, 60),
    comments: shortened(comments, 1_000),
  };
}
