import { randomUUID } from "node:crypto";
import type pg from "pg";
import * as z from "zod/mini";
import type { AccessFailure } from "../access.ts";
import type { Clock } from "../clock/clock.ts";
import type { FilledForm, LeadForms, PageAccess } from "./leadForms.ts";

/** What goes wrong at the provider on purpose. */
export interface PageFault {
  /** The next so many requests are answered with "busy". */
  readonly busy_answers?: number;
  readonly is_revoked?: boolean;
}

export type FormWording = Pick<FilledForm, "answers" | "checked"> & Partial<Pick<FilledForm, "site" | "filled_at">>;

/** Simulated pages, with what people fill in there. */
export interface SimulatedLeadForms extends LeadForms {
  /** Somebody fills in a form. @returns the notice that the provider sends, null for a page that nobody follows. */
  fill(page_ref: string, form: FormWording): Promise<{ readonly ref: string; readonly notice: string | null }>;
  setFault(page_ref: string, fault: PageFault): Promise<boolean>;
}

export interface SimulatedFormSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
}

const titles = ["Main Street Motors", "Main Street Service"];
const revoked: AccessFailure = { kind: "needs_access", why: "The simulated page withdrew the access" };
const busy: AccessFailure = { kind: "busy", why: "The simulated page is busy", retryAfter: 60 };
const absent: AccessFailure = { kind: "missing", why: "The simulated page doesn't have it" };
/** Forms in one list. */
const most = 500;

const Notice = z.object({ page: z.string(), form: z.string() });

interface PageRow {
  readonly id: number;
}

interface FormRow {
  readonly id: number;
  readonly site: string;
  readonly filled_at: Date;
  readonly answers: FilledForm["answers"];
  readonly checked: FilledForm["checked"];
}

/** Pages without a provider: in the database, and played by whoever opens the simulator. */
export function createSimulatedLeadForms({ pool, clock }: SimulatedFormSettings): SimulatedLeadForms {
  /** Never throws: who has no database has no page either. */
  async function onPage<T>(
    { ref, access }: PageAccess,
    work: (page: PageRow) => Promise<T>,
  ): Promise<T | AccessFailure> {
    try {
      const { rows } = await pool.query(
        `update simulated_pages p set busy_answers = greatest(p.busy_answers - 1, 0)
         from simulated_pages was where was.id = p.id and p.id = $1 and p.access = $2
         returning p.id, p.revoked_at, was.busy_answers`,
        [idOf(ref), access],
      );
      const [row] = rows;
      if (!row || row.revoked_at) return revoked;
      return row.busy_answers > 0 ? busy : await work(row);
    } catch (error) {
      return { kind: "busy", why: error instanceof Error ? error.name : "unknown" };
    }
  }

  const follow = (page: PageAccess, isFollowed: boolean) =>
    onPage(page, async ({ id }) => {
      await pool.query("update simulated_pages set is_followed = $2 where id = $1", [id, isFollowed]);
      return { kind: "done" } as const;
    });

  return {
    provider: "simulator",
    consentUrl: (redirect, state) => `${redirect}?${new URLSearchParams({ state, code: "simulated" })}`,

    async redeem(code) {
      if (code !== "simulated") return { kind: "needs_access", why: "The simulated page doesn't know this code" };
      // Like a provider, it knows who connects a page again: the pages whose access it withdrew are theirs.
      const text = `with again as (
          update simulated_pages set access = $1, revoked_at = null where revoked_at is not null returning id, title),
        fresh as (insert into simulated_pages (access, title) select $1, title from unnest($2::text[]) title
          where not exists (select from again) returning id, title)
        select id::text as ref, title from again union all select id::text, title from fresh order by 1`;
      const access = randomUUID();
      const { rows } = await pool.query<{ ref: string; title: string }>(text, [access, titles]);
      return { kind: "pages", pages: rows.map((page) => ({ ...page, access })) };
    },

    follow: (page) => follow(page, true),
    unfollow: (page) => follow(page, false),

    read: (page, ref) =>
      onPage(page, async ({ id }) => {
        const text = "select * from simulated_forms where page_id = $1 and id = $2";
        const [row] = (await pool.query<FormRow>(text, [id, idOf(ref)])).rows;
        return row ? ({ kind: "form", form: formOf(row) } as const) : absent;
      }),

    list: (page, since) =>
      onPage(page, async ({ id }) => {
        const text =
          "select * from simulated_forms where page_id = $1 and filled_at > $2 order by filled_at, id limit $3";
        const { rows } = await pool.query<FormRow>(text, [id, since, most]);
        return { kind: "forms", forms: rows.map(formOf), isWhole: rows.length < most } as const;
      }),

    challenge: () => undefined,

    // Nobody signs these: they only name what is read from our own database.
    notices(_headers, body) {
      try {
        const { page, form } = z.parse(Notice, JSON.parse(body.toString("utf8")));
        return [{ page_ref: page, ref: form }];
      } catch {
        return [];
      }
    },

    async fill(page_ref, { site = "Facebook", filled_at = clock.now(), answers, checked }) {
      const { rows } = await pool.query<{ id: number; is_followed: boolean }>(
        `insert into simulated_forms (page_id, site, filled_at, answers, checked) values ($1, $2, $3, $4, $5)
         returning id, (select is_followed from simulated_pages p where p.id = page_id) as is_followed`,
        [idOf(page_ref), site, filled_at, jsonOf(answers), jsonOf(checked)],
      );
      const ref = String(rows[0]?.id ?? "");
      return { ref, notice: rows[0]?.is_followed ? JSON.stringify({ page: page_ref, form: ref }) : null };
    },

    async setFault(page_ref, { busy_answers, is_revoked }) {
      const text = `update simulated_pages set busy_answers = coalesce($2, busy_answers),
        revoked_at = case when $3::boolean then $4 when $3 = false then null else revoked_at end where id = $1`;
      const values = [idOf(page_ref), busy_answers ?? null, is_revoked ?? null, clock.now()];
      return (await pool.query(text, values)).rowCount === 1;
    },
  };
}

/** Postgres stores no NUL. */
const jsonOf = (value: unknown) => JSON.stringify(value).replaceAll("\\u0000", "");

const idOf = (ref: string) => (/^\d{1,15}$/.test(ref) ? Number(ref) : 0);

const formOf = ({ id, site, filled_at, answers, checked }: FormRow): FilledForm => ({
  ref: String(id),
  site,
  filled_at,
  answers,
  checked,
});
