import { randomUUID } from "node:crypto";
import type pg from "pg";
import { leftTooLate } from "../access.ts";
import type { Clock } from "../clock/clock.ts";
import type {
  ListResult,
  ProfileAccess,
  ReplyResult,
  ReviewSites,
  SiteFailure,
  SiteReply,
  SiteReview,
  WithdrawResult,
} from "./reviews.ts";

/** What a customer writes. */
export interface ReviewWording {
  /** Empty for an anonymous review. */
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
}

/** What goes wrong at the site on purpose. */
export interface ProfileFault {
  /** The next so many requests are answered with "busy". */
  readonly busy_answers?: number;
  readonly is_revoked?: boolean;
  /** Pages that were begun can't be continued. */
  readonly expire_pages?: boolean;
}

/** A simulated review site, with what its customers and its moderators do. */
export interface SimulatedReviewSites extends ReviewSites {
  write(ref: string, review: ReviewWording & { readonly published_at?: Date }): Promise<string>;
  /** @returns false for an absent review, as do the next two. */
  edit(id: string, review: Partial<ReviewWording>): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Shows or rejects a reply; a rejection names the policy. */
  moderate(id: string, state: SiteReply["state"], policy?: string): Promise<boolean>;
  setFault(ref: string, fault: ProfileFault): Promise<boolean>;
}

export interface SimulatedReviewSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}

const pageSize = 50;
const titles = ["Main Street", "Airport", "Outlet"];
const revoked: SiteFailure = { kind: "needs_access", why: "The simulated site withdrew the access" };
const busy: SiteFailure = { kind: "busy", why: "The simulated site is busy", retryAfter: 60 };
const unknown: SiteFailure = { kind: "missing", why: "The simulated site doesn't have it" };

interface ProfileRow {
  readonly id: number;
  readonly page_series: number;
}

interface ReviewRow {
  readonly id: number;
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
  readonly published_at: Date;
  readonly changed_at: Date;
  readonly reply: string;
  readonly reply_state: SiteReply["state"];
  readonly reply_policy: string;
  readonly replied_at: Date | null;
}

/** A review site without the site: in the database, and played by whoever opens the simulator. */
export function createSimulatedReviews({ pool, clock }: SimulatedReviewSettings): SimulatedReviewSites {
  /** A business that may be read now, or why it may not. */
  async function open({ access, ref }: ProfileAccess): Promise<ProfileRow | SiteFailure> {
    const { rows } = await pool.query(
      `update simulated_profiles p set busy_answers = greatest(p.busy_answers - 1, 0)
       from simulated_profiles was where was.id = p.id and p.id = $1 and p.access = $2
       returning p.id, p.page_series, p.revoked_at, was.busy_answers`,
      [idOf(ref), access],
    );
    const [row] = rows;
    if (!row || row.revoked_at) return revoked;
    return row.busy_answers > 0 ? busy : row;
  }

  /** Never throws: who has no database has no site either. */
  async function atProfile<T>(profile: ProfileAccess, work: (row: ProfileRow) => Promise<T>): Promise<T | SiteFailure> {
    try {
      const row = await open(profile);
      return "kind" in row ? row : await work(row);
    } catch (error) {
      return { kind: "busy", why: error instanceof Error ? error.name : "unknown" };
    }
  }

  async function readPage({ id, page_series }: ProfileRow, page: string): Promise<ListResult> {
    const [series, offset = 0] = page === "" ? [page_series] : page.split(".").map(Number);
    if (series !== page_series) return { kind: "expired" };
    const { rows } = await pool.query<ReviewRow>(
      "select * from simulated_reviews where profile_id = $1 order by changed_at desc, id desc limit $2 offset $3",
      [id, pageSize, offset],
    );
    const counted = await pool.query<{ total: number; average: number | null }>(
      "select count(*)::int as total, avg(rating)::float8 as average from simulated_reviews where profile_id = $1",
      [id],
    );
    const { total = 0, average = null } = counted.rows[0] ?? {};
    const next = offset + rows.length < total && rows.length > 0 ? `${page_series}.${offset + rows.length}` : "";
    return { kind: "page", reviews: rows.map(reviewOf), next, total, average };
  }

  const change = async (text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rowCount === 1;

  return {
    provider: "simulator",
    maxReplyBytes: 4096,
    consentUrl: (redirect, state, account = "") =>
      `${redirect}?${new URLSearchParams({ state, code: `simulated${account && ` ${account}`}` })}`,

    async redeem(code) {
      const [, account = ""] = /^simulated(?: (\S+))?$/.exec(code) ?? [undefined, "unknown"];
      if (account === "unknown") return { kind: "needs_access", why: "The simulated site doesn't know this code" };
      const access = randomUUID();
      // Whoever connects an account again reads the same businesses with another secret.
      const again = await pool.query(
        "update simulated_profiles set access = $2, revoked_at = null where account = $1 and account <> ''",
        [account, access],
      );
      if (again.rowCount !== 0) return { kind: "granted", access, account };
      const name = `owner-${access.slice(0, 8)}@dealership.example`;
      const rows = "select $1::text, $2::text, title from unnest($3::text[]) title";
      await pool.query(`insert into simulated_profiles (access, account, title) ${rows}`, [access, name, titles]);
      return { kind: "granted", access, account: name };
    },

    async profiles(access) {
      const { rows } = await pool.query<{ id: number; title: string }>(
        "select id, title from simulated_profiles where access = $1 and revoked_at is null order by id",
        [access],
      );
      if (rows.length === 0) return revoked;
      const profiles = rows.map(({ id, title }) => ({
        ref: `profiles/${id}`,
        title,
        address: "",
        write_url: "",
        is_verified: true,
      }));
      return { kind: "profiles", profiles };
    },

    read: (profile, external_id) =>
      atProfile(profile, async ({ id }) => {
        const text = "select * from simulated_reviews where profile_id = $1 and id = $2";
        const { rows } = await pool.query<ReviewRow>(text, [id, idOf(external_id)]);
        return rows[0] ? { kind: "review" as const, review: reviewOf(rows[0]) } : unknown;
      }),

    list: (profile, page = "") => atProfile<ListResult>(profile, (row) => readPage(row, page)),

    reply: (profile, external_id, body, leaveBy) =>
      atProfile<ReplyResult>(profile, async ({ id }) => {
        if (leaveBy.hasPassed()) return leftTooLate;
        const { rows } = await pool.query<ReviewRow>(
          `update simulated_reviews set reply = $3, reply_policy = '', replied_at = $4,
             reply_state = case when reply = $3 then reply_state else 'pending' end
           where profile_id = $1 and id = $2 returning *`,
          [id, idOf(external_id), body, clock.now()],
        );
        const reply = rows[0] && reviewOf(rows[0]).reply;
        return reply ? { kind: "accepted", reply } : unknown;
      }),

    withdrawReply: (profile, external_id, leaveBy) =>
      atProfile<WithdrawResult>(profile, async ({ id }) => {
        if (leaveBy.hasPassed()) return leftTooLate;
        const text = "update simulated_reviews set reply = '', replied_at = null where profile_id = $1 and id = $2";
        await pool.query(text, [id, idOf(external_id)]);
        return { kind: "withdrawn" };
      }),

    async write(ref, { author, rating, body, published_at = clock.now() }) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into simulated_reviews (profile_id, author, rating, body, published_at, changed_at)
         values ($1, $2, $3, $4, $5, $5) returning id`,
        [idOf(ref), author, rating, body, published_at],
      );
      return `reviews/${rows[0]?.id}`;
    },

    edit: (id, { author, rating, body }) =>
      change(
        `update simulated_reviews set author = coalesce($2, author), body = coalesce($3, body), changed_at = $6,
           rating = case when $4 then $5 else rating end where id = $1`,
        [idOf(id), author, body, rating !== undefined, rating, clock.now()],
      ),

    remove: (id) => change("delete from simulated_reviews where id = $1", [idOf(id)]),

    moderate: (id, state, policy = "") =>
      change(
        `update simulated_reviews set reply_state = $2, reply_policy = $3, changed_at = $4
         where id = $1 and reply <> ''`,
        [idOf(id), state, policy, clock.now()],
      ),

    setFault: (ref, { busy_answers, is_revoked, expire_pages = false }) =>
      change(
        `update simulated_profiles set busy_answers = coalesce($2, busy_answers),
           page_series = page_series + $3::int,
           revoked_at = case when $4::boolean is null then revoked_at when $4 then $5::timestamptz end
         where id = $1`,
        [idOf(ref), busy_answers, expire_pages ? 1 : 0, is_revoked, clock.now()],
      ),
  };
}

/** The number of `reviews/12`; 0, which nothing has, for anything else. */
const idOf = (name: string) => Number(/^(?:profiles|reviews)\/(\d{1,15})$/.exec(name)?.[1] ?? 0);

const reviewOf = (row: ReviewRow): SiteReview => ({
  external_id: `reviews/${row.id}`,
  author: row.author,
  rating: row.rating,
  body: row.body,
  published_at: row.published_at,
  changed_at: row.changed_at,
  ...(row.reply && {
    reply: {
      body: row.reply,
      state: row.reply_state,
      policy: row.reply_policy,
      changed_at: row.replied_at ?? row.changed_at,
    },
  }),
});
