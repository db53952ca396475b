import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import * as z from "zod/mini";
import { Failure, invalidField } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { SimulatedCalendars } from "#ports/calendar/simulator.ts";
import type { SimulatedEmail } from "#ports/email/simulator.ts";
import type { SimulatedLeadForms } from "#ports/leadForms/simulator.ts";
import type { SimulatedRegistrar } from "#ports/registration/simulator/simulatedRegistrar.ts";
import type { SimulatedReviewSites } from "#ports/reviews/simulator.ts";
import type { SimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import type { SimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import {
  CallActionDraft,
  CarrierDraft,
  FaultDraft,
  MailActionDraft,
  MailReplyDraft,
  PhoneCall,
  PhoneText,
  parsePhone,
} from "#simulator/contract.ts";
import { mountCalendars } from "./mountCalendars.ts";
import { mountLeads } from "./mountLeads.ts";
import { mountRegistrations } from "./mountRegistrations.ts";
import { mountReviews } from "./mountReviews.ts";
import { findMail, isDealershipNumber, listMails, listNumbers, type SimulatedMail, unsubscribePath } from "./store.ts";

export interface SimulatorDeps {
  readonly carrier: SimulatedSms;
  readonly voice: SimulatedVoice;
  readonly registrar?: SimulatedRegistrar | undefined;
  /** Undefined with a mail server: then nobody answers or sends mails here. */
  readonly mails?: SimulatedEmail | undefined;
  /** Undefined with Google. */
  readonly reviews?: SimulatedReviewSites | undefined;
  readonly calendars?: SimulatedCalendars | undefined;
  /** Undefined with Meta. */
  readonly leadForms?: SimulatedLeadForms | undefined;
  readonly pool: pg.Pool;
  /** Throws a Failure when the request may not use the simulator. */
  readonly authorize: (request: FastifyRequest) => Promise<void>;
  /** The built page; undefined where it is served by the development server. */
  readonly pageFile: string | undefined;
}

const Query = z.object({ phone: z.optional(z.string()), to: z.optional(z.string()) });
/** Room for ten media of 100,000 characters each, and the text. */
const maxBodyBytes = 2 * 1024 * 1024;

/** Mounts the simulator's page and API. Call only when the carrier is simulated. */
export async function mountSimulator(http: FastifyInstance, deps: SimulatorDeps): Promise<void> {
  const { carrier, voice, pool } = deps;

  // To everybody else this address is an unknown one. There the app asks for the operator's sign-in and shows the same page.
  http.get("/simulator", async (request, reply) => {
    if (!(await isAuthorized(request))) return reply.callNotFound();
    if (!deps.pageFile)
      return reply.code(404).type("text/plain").send("The simulator's page is not built. Run: npm start");
    return reply
      .header("cache-control", "no-cache")
      .type("text/html")
      .send(await readFile(deps.pageFile));
  });

  const isAuthorized = (request: FastifyRequest) =>
    deps.authorize(request).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false;
        throw error;
      },
    );

  await http.register(async (api) => {
    api.addHook("onRequest", async (request, reply) => {
      await deps.authorize(request);
      reply.header("cache-control", "no-store");
    });

    api.get("/simulator/api/messages", async (request) => {
      const { phone } = parse(Query, request.query);
      return envelope(await carrier.messages(phone ? requirePhone("phone", phone) : undefined));
    });

    api.post("/simulator/api/messages", { bodyLimit: maxBodyBytes }, async (request) => {
      const { opt_out_type: carrierKeyword, ...text } = parse(PhoneText, request.body ?? {});
      if (text.body === "" && text.media.length === 0) throw invalidField("body", "Enter a text.");
      if (text.from === text.to) throw invalidField("from", "A phone can't text itself.");
      if (!(await isDealershipNumber(pool, text.to))) throw invalidField("to", "No dealership has this number.");
      return envelope(await carrier.textFromPhone({ ...text, carrierKeyword }), "Sent");
    });

    api.get("/simulator/api/calls", async (request) => {
      const { phone } = parse(Query, request.query);
      return envelope(await voice.calls(phone ? requirePhone("phone", phone) : undefined));
    });

    api.post("/simulator/api/calls", async (request) => {
      const { from, to } = parse(PhoneCall, request.body ?? {});
      if (from === to) throw invalidField("from", "A phone can't call itself.");
      if (!(await isDealershipNumber(pool, to))) throw invalidField("to", "No dealership has this number.");
      return envelope(await voice.call(from, to));
    });

    api.post<{ Params: { id: string } }>("/simulator/api/calls/:id", async (request) => {
      const { action, seconds } = parse(CallActionDraft, request.body ?? {});
      const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
      const call = await voice.act(id, action, seconds);
      if (!call) throw new Failure("conflict", "This can't be done at this point of the call.");
      return envelope(call);
    });

    mountReviews(api, { reviews: deps.reviews, pool });
    mountCalendars(api, { calendars: deps.calendars, pool });
    mountRegistrations(api, { registrar: deps.registrar, pool });
    mountLeads(api, { http, mails: deps.mails, forms: deps.leadForms, pool });

    api.get("/simulator/api/phones", async () => envelope(await carrier.phones()));
    api.get("/simulator/api/numbers", async () => envelope(await listNumbers(pool)));
    api.get("/simulator/api/mails", async (request) => envelope(await listMails(pool, parse(Query, request.query).to)));
    api.post<{ Params: { id: string } }>("/simulator/api/mails/:id", async (request) => {
      const { action } = parse(MailActionDraft, request.body ?? {});
      const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0;
      const isDone =
        action === "unsubscribe" ? await oneClick(http, pool, id) : ((await deps.mails?.react(id, action)) ?? false);
      if (!isDone) throw new Failure("conflict", "This can only be done with a marketing email.");
      return envelope(null, "Done");
    });

    api.post<{ Params: { id: string } }>("/simulator/api/mails/:id/reply", async ({ params, body }) => {
      const { words } = parse(MailReplyDraft, body ?? {});
      const mail = /^\d{1,15}$/.test(params.id) ? await findMail(pool, Number(params.id)) : undefined;
      const isTaken = mail && (await deps.mails?.receive(replyTo(mail, words)));
      if (!isTaken) throw new Failure("conflict", "Replies to this email go to another mailbox.");
      return envelope(null, "Reply sent");
    });

    api.get("/simulator/api/faults", async () => envelope(await carrier.faults()));

    api.post("/simulator/api/faults", async (request) => {
      const { phone, reset, ...fault } = parse(FaultDraft, request.body ?? {});
      if (reset) await carrier.clearFaults();
      await carrier.setFault(phone, fault);
      return envelope(await carrier.faults(), reset ? "Everything works again" : "Set");
    });

    api.get("/simulator/api/carrier", async () => envelope(await carrier.carrier()));

    api.post("/simulator/api/carrier", async (request) => {
      await carrier.setCarrier(parse(CarrierDraft, request.body ?? {}));
      return envelope(await carrier.carrier(), "Saved");
    });
  });
}

/** A raw mail that answers another, as mail programs write it. */
function replyTo({ to, from, subject, text, headers }: SimulatedMail, words: string): Buffer {
  const head = [
    `From: <${to}>`,
    `To: <${headers["Reply-To"] ?? ""}>`,
    `Subject: =?utf-8?B?${Buffer.from(/^re:/i.test(subject) ? subject : `Re: ${subject}`).toString("base64")}?=`,
    `Message-ID: <${randomUUID()}@mailbox.test>`,
    `In-Reply-To: ${headers["Message-ID"] ?? ""}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  const sender = from.replace(/[<>]/g, "");
  const quoted = text.trim().replace(/^/gm, "> ");
  const body = Buffer.from(`${words}\n\nOn ${new Date().toUTCString()} ${sender} wrote:\n${quoted}\n`).toString(
    "base64",
  );
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body.replace(/.{76}/g, "$&\r\n")}\r\n`);
}

/** What a mail program does when somebody clicks on its own Unsubscribe (RFC 8058). */
async function oneClick(http: FastifyInstance, pool: pg.Pool, id: number): Promise<boolean> {
  const url = await unsubscribePath(pool, id);
  if (url === undefined) return false;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await http.inject({ method: "POST", url, headers, payload: "List-Unsubscribe=One-Click" });
  return answer.statusCode === 200;
}

function requirePhone(field: string, typed: string): string {
  const phone = parsePhone(typed);
  if (!phone) throw invalidField(field, "Enter a number such as +19095550123.");
  return phone;
}

function envelope<Data>(data: Data, message = "") {
  return { status: "success", message, data };
}
