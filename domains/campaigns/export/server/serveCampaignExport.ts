import { Readable } from "node:stream";
import { byteOrderMark, csvLines } from "#core/csv.ts";
import { allows } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import { sessionHolder } from "#domains/accounts/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { campaignExport } from "../contract.ts";
import { mailedPeople } from "./mailedPeople.ts";
import { textedPeople } from "./textedPeople.ts";
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

const people = { sms: textedPeople, email: mailedPeople } as const;

/** Each batch has its own transaction, so a slow reader holds none. */
async function* csvOf({ within }: Pick<Server, "within">, ticket: CampaignTicket): AsyncGenerator<string> {
  const zone = await within.business(ticket, "campaign export", async ({ db }) => {
    return (await locationById(db, ticket.dealer_id, ticket.location_id))?.time_zone ?? "UTC";
  });
  const { header, linesAfter } = people[ticket.channel];
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
