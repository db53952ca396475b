import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import type { Server } from "#core/server/serve.ts";
import { readSignedLink } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { companyValues, customersByIds, linkTarget, valuesFor } from "../../audience/server/public.ts";
import { ownView } from "../../email/server/public.ts";
import { type EmailVisit, isTooSoon, machineVisits, maxVisits, stampsOf } from "../rules.ts";
import {
  type EmailKey,
  insertVisit,
  linkUrl,
  lockEmail,
  markMachines,
  recipientOf,
  stampVisits,
  visitsOf,
} from "./store.ts";
import { viewOf } from "./viewOf.ts";

interface VisitParams {
  readonly "*": string;
}
type LinkRequest = FastifyRequest<{ Params: VisitParams }>;

const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const unknownLink = "This link no longer works. Open it from the email again.";

/** An email's own page runs nothing and may load pictures only. */
const viewPolicy =
  "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/**
 * Serves what a campaign's email leads to: `/o/{token}.gif` counts an opening, `/l/{token}` follows a link, `/v/{token}`
 * shows the mail. They work for good, whatever becomes of the campaign. Where a link leads is stored with the campaign and
 * never in the address.
 */
export function serveVisits(server: Server): void {
  const { http, within, secret, log } = server;

  const mailOf = (kind: "o" | "l" | "v", token: string) => {
    const link = readSignedLink([secret], kind, token);
    const [campaign_id, n, more] = link?.ids ?? [];
    if (!link || campaign_id === undefined || n === undefined) return undefined;
    return { mail: { dealer_id: link.dealer_id, campaign_id, n }, more };
  };

  /** Counting must not keep anybody from what they want to see. */
  async function count(
    request: LinkRequest,
    mail: EmailKey,
    visit: Pick<EmailVisit, "kind" | "link_n">,
  ): Promise<void> {
    if (request.method === "HEAD") return;
    const agent = request.headers["user-agent"] ?? "";
    await within
      .business(mail, "a visit from an email", (unit) => recordVisit(unit, mail, { ...visit, agent }))
      .catch((error: unknown) => log.error({ err: error }, "a visit from an email could not be counted"));
  }

  http.get<{ Params: VisitParams }>("/o/*", async (request, reply) => {
    const found = mailOf("o", request.params["*"].replace(/\.gif$/, ""));
    if (found) await count(request, found.mail, { kind: "open", link_n: null });
    return withHeaders(reply).type("image/gif").send(pixel);
  });

  http.get<{ Params: VisitParams }>("/l/*", async (request, reply) => {
    const found = mailOf("l", request.params["*"]);
    if (found?.more === undefined) return unknown(reply);
    const link_n = found.more;
    const target = link_n === 0 ? undefined : await targetOf(found.mail, link_n);
    if (target !== undefined || link_n === 0) await count(request, found.mail, { kind: "click", link_n });
    return target === undefined ? unknown(reply) : withHeaders(reply).redirect(target, 302);
  });

  http.get<{ Params: VisitParams }>("/v/*", async (request, reply) => {
    const found = mailOf("v", request.params["*"]);
    const html = found && (await viewOf(server, found.mail, found.more === ownView));
    if (!html) return unknown(reply);
    return withHeaders(reply).header("content-security-policy", viewPolicy).type("text/html; charset=utf-8").send(html);
  });

  const targetOf = (mail: EmailKey, link_n: number) =>
    within.business(mail, "a link of an email", async ({ db }) => {
      const recipient = await recipientOf(db, mail);
      const url = await linkUrl(db, mail.dealer_id, mail.campaign_id, link_n);
      if (!recipient || url === undefined) return undefined;
      const location = { dealer_id: mail.dealer_id, location_id: recipient.location_id };
      const [person] = await customersByIds(db, location, [recipient.customer_id]);
      const values = valuesFor(person ?? { first_name: "", last_name: "" }, await companyValues(db, location));
      return linkTarget(url, values);
    });
}

const unknown = (reply: FastifyReply) => withHeaders(reply).code(404).type("text/plain").send(unknownLink);

function withHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex");
}

/**
 * Keeps that an email was opened, or a link of it followed. Who it was is judged here by the program's name and the time;
 * neither the name nor the address is kept.
 */
async function recordVisit(
  { db, now }: UnitOfWork,
  mail: EmailKey,
  { kind, link_n, agent }: Pick<EmailVisit, "kind" | "link_n"> & { readonly agent: string },
): Promise<void> {
  const handed_at = await lockEmail(db, mail);
  if (handed_at === undefined) return;
  const at = now();
  const is_machine = link_n === 0 || isProgram(agent) || isTooSoon(kind, at, handed_at);
  const known = await visitsOf(db, mail);
  if (known.filter((visit) => visit.is_machine === is_machine).length >= maxVisits) return;
  await insertVisit(db, mail, { kind, link_n, at, is_machine });
  const visits = await visitsOf(db, mail);
  const machines = new Set(machineVisits(visits));
  await markMachines(db, mail.dealer_id, [...machines]);
  await stampVisits(
    db,
    mail,
    stampsOf(visits.map((visit) => ({ ...visit, is_machine: visit.is_machine || machines.has(visit.id) }))),
  );
}

/** Mailbox providers that load pictures when their user opens the email, not before. */
const proxies = /GoogleImageProxy|YahooMailProxy/i;

/** Whether nobody reads what this visitor fetches. Apple's Mail Privacy Protection loads everything under the barest of names. */
function isProgram(agent: string): boolean {
  if (proxies.test(agent)) return false;
  return agent.trim() === "" || agent.trim() === "Mozilla/5.0" || isbot(agent);
}
