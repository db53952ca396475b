import type { FastifyInstance } from "fastify";
import type pg from "pg";
import * as z from "zod/mini";
import { Failure, orNotFound } from "#core/failure.ts";
import { parse } from "#core/server/parse.ts";
import type { SimulatedReviewSites } from "#ports/reviews/simulator.ts";
import {
  type SimulatorProfile,
  SimulatorProfileFault,
  type SimulatorReview,
  SimulatorReviewChange,
  SimulatorReviewDraft,
} from "#simulator/contract.ts";

const Query = z.object({ profile: z.optional(z.string()) });

interface IdParams {
  readonly id: string;
}

/** Mounts what customers and moderators do at the simulated review site. With Google itself there is none. */
export function mountReviews(
  api: FastifyInstance,
  { reviews, pool }: { readonly reviews: SimulatedReviewSites | undefined; readonly pool: pg.Pool },
): void {
  const site = (): SimulatedReviewSites => {
    if (!reviews) throw new Failure("conflict", "Reviews come from Google itself.");
    return reviews;
  };

  api.get("/simulator/api/profiles", async () => envelope(reviews ? await listProfiles(pool) : []));

  api.post<{ Params: IdParams }>("/simulator/api/profiles/:id", async ({ params, body }) => {
    const fault = parse(SimulatorProfileFault, body ?? {});
    orNotFound((await site().setFault(`profiles/${idOf(params.id)}`, withoutAbsent(fault))) || undefined);
    return envelope(null, "Set");
  });

  api.get("/simulator/api/reviews", async ({ query }) =>
    envelope(await listReviews(pool, idOf(parse(Query, query).profile ?? ""))),
  );

  api.post("/simulator/api/reviews", async ({ body }) => {
    const { profile, ...review } = parse(SimulatorReviewDraft, body ?? {});
    orNotFound((await listProfiles(pool)).find(({ id }) => id === profile));
    await site().write(`profiles/${profile}`, review);
    return envelope(null, "Written");
  });

  api.patch<{ Params: IdParams }>("/simulator/api/reviews/:id", async ({ params, body }) => {
    const { reply_state, reply_policy, ...changes } = parse(SimulatorReviewChange, body ?? {});
    const ref = `reviews/${idOf(params.id)}`;
    const isDone = reply_state
      ? await site().moderate(ref, reply_state, reply_policy)
      : await site().edit(ref, withoutAbsent(changes));
    orNotFound(isDone || undefined);
    return envelope(null, "Saved");
  });

  api.delete<{ Params: IdParams }>("/simulator/api/reviews/:id", async ({ params }) => {
    orNotFound((await site().remove(`reviews/${idOf(params.id)}`)) || undefined);
    return envelope(null, "Deleted");
  });
}

const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const withoutAbsent = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;

const envelope = <Data>(data: Data, message = "") => ({ status: "success", message, data });

/** The businesses at the simulated review site, those that somebody reads first. */
async function listProfiles(pool: pg.Pool): Promise<SimulatorProfile[]> {
  const { rows } = await pool.query<SimulatorProfile>(
    `select p.id::float8 as id, p.title, p.account, p.revoked_at is not null as is_revoked, p.busy_answers,
       coalesce(concat_ws(' · ', d.business_name, l.title), '') as used_by
     from simulated_profiles p
     left join review_connections c on c.profile_ref = 'profiles/' || p.id
     left join dealers d on d.id = c.dealer_id
     left join locations l on l.dealer_id = c.dealer_id and l.id = c.location_id
     order by c.dealer_id is null, p.id desc limit 100`,
  );
  return rows;
}

/** The reviews of a business, the newest first. */
async function listReviews(pool: pg.Pool, profile: number): Promise<SimulatorReview[]> {
  const { rows } = await pool.query<SimulatorReview>(
    `select id::float8 as id, author, rating, body, published_at, reply, reply_state, reply_policy
     from simulated_reviews where profile_id = $1 order by published_at desc, simulated_reviews.id desc limit 200`,
    [profile],
  );
  return rows;
}
