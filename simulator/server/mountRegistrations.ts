import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import { simulatedRefusals } from "#ports/registration/simulator/refusals.ts";
import type { SimulatedRegistrar } from "#ports/registration/simulator/simulatedRegistrar.ts";
import {
  RegistrarDraft,
  ReviewerDraft,
  type SimulatorRegistrar,
  type SimulatorSubmission,
} from "#simulator/registrations.ts";

/** Mounts what carriers' reviewers do. */
export function mountRegistrations(
  api: FastifyInstance,
  { registrar, pool }: { readonly registrar: SimulatedRegistrar | undefined; readonly pool: pg.Pool },
): void {
  const simulated = (): SimulatedRegistrar => {
    if (!registrar) throw new Failure("conflict", "Registrations go to the carrier itself.");
    return registrar;
  };
  const shown = async (): Promise<SimulatorRegistrar> => ({
    ...(await simulated().settings()),
    refusals: simulatedRefusals.map(({ code, words }) => ({ code, words })),
  });

  api.get("/simulator/api/registrar", async () => envelope(await shown()));

  api.post("/simulator/api/registrar", async ({ body }) => {
    await simulated().saveSettings(parse(RegistrarDraft, body ?? {}));
    return envelope(await shown(), "Saved");
  });

  api.get("/simulator/api/registrations", async () => {
    await registrar?.settle();
    return envelope(await listSubmissions(pool));
  });

  api.post<{ Params: { id: string } }>("/simulator/api/registrations/:id", async ({ params, body }) => {
    const { action, code } = parse(ReviewerDraft, body ?? {});
    const id = /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0;
    if (action === "refuse" && !simulatedRefusals.some((refusal) => refusal.code === code)) {
      throw invalidField("code", "Select a reason.");
    }
    orNotFound((await simulated().decide(id, action, code)) || undefined);
    return envelope(null, "Decided");
  });
}

const envelope = <Data>(data: Data, message = "") => ({ status: "success", message, data });

/** What was submitted for review, the newest first. */
async function listSubmissions(pool: pg.Pool): Promise<SimulatorSubmission[]> {
  const { rows } = await pool.query<SimulatorSubmission>(
    `select id::float8 as id, step as kind, reference, round, number, state, code, submitted_at, decide_at,
       b ->> 'legalName' as legal_name, b ->> 'brandName' as brand_name, b ->> 'website' as website,
       concat_ws(', ', b ->> 'street', b ->> 'city', concat_ws(' ', b ->> 'state', b ->> 'zip')) as address,
       concat_ws(' ', b #>> '{representative,firstName}', b #>> '{representative,lastName}') as representative,
       c ->> 'description' as description, c ->> 'messageFlow' as message_flow, c -> 'samples' as samples,
       c ->> 'privacyUrl' as privacy_url, c ->> 'termsUrl' as terms_url
     from simulated_registrations,
       lateral (select facts -> 'business' as b, facts -> 'campaign' as c) shown
     where step in ('brand', 'campaign', 'verification')
     order by submitted_at desc, simulated_registrations.id desc limit 100`,
  );
  return rows;
}
