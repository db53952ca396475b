import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { LibraryFileKey } from "#domains/library/server/public.ts";
import type { PlanStep } from "../fields.ts";

/** What the first plans' steps didn't have. */
const added = { files: [], sender_id: null, mail_id: null } as const satisfies Partial<PlanStep>;

/** Steps as they stand in a row, with all their fields. */
export const storedSteps = (steps: readonly (Omit<PlanStep, keyof typeof added> & Partial<PlanStep>)[]): PlanStep[] =>
  steps.map((step) => ({ ...added, files: [], ...step }));

/** Adds the steps of a new version. */
export async function insertVersion(
  db: Db,
  { dealer_id, location_id, id: plan_id }: LocationKey & { readonly id: number },
  version: number,
  steps: readonly PlanStep[],
): Promise<void> {
  const row = { dealer_id, location_id, plan_id, version, steps: JSON.stringify(steps) };
  await db.insertInto("lead_plan_versions").values(row).execute();
}

/** The steps that a version had. */
export async function stepsOf(
  db: Db,
  { dealer_id }: Pick<LocationKey, "dealer_id">,
  plan_id: number,
  version: number,
): Promise<readonly PlanStep[]> {
  const row = await db
    .selectFrom("lead_plan_versions")
    .where("dealer_id", "=", dealer_id)
    .where("plan_id", "=", plan_id)
    .where("version", "=", version)
    .select(sql<PlanStep[]>`steps`.as("steps"))
    .executeTakeFirstOrThrow();
  return storedSteps(row.steps);
}

/** Of these files of libraries those that somebody in a plan can still get. */
export async function filesInPlans(db: Db, files: readonly LibraryFileKey[]): Promise<LibraryFileKey[]> {
  if (files.length === 0) return [];
  const dealers = files.map(({ dealer_id }) => dealer_id);
  const ids = files.map(({ id }) => id);
  const { rows } = await sql<LibraryFileKey>`select asked.dealer_id, asked.id
    from unnest(${dealers}::bigint[], ${ids}::bigint[]) as asked (dealer_id, id)
    where exists (select from lead_plan_versions v
      join lead_plans p on p.dealer_id = v.dealer_id and p.id = v.plan_id
      where v.dealer_id = asked.dealer_id
        and jsonb_path_exists(v.steps, '$[*].files[*] ? (@ == $file)', jsonb_build_object('file', asked.id))
        and (p.removed_at is null and v.version = p.version
          or exists (select from lead_plan_enrollments e where e.dealer_id = v.dealer_id and e.plan_id = v.plan_id
            and e.version = v.version and e.state = 'running')))`.execute(db);
  return rows;
}

/** An email template as a step took it. */
export interface PlanMail {
  readonly id: number;
  readonly title: string;
  /** Sanitized. */
  readonly html: string;
}

export async function insertMail(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  mail: Omit<PlanMail, "id"> & { readonly created_at: Date },
): Promise<number> {
  const row = db.insertInto("lead_plan_mails").values({ dealer_id, location_id, ...mail });
  return (await row.returning("id").executeTakeFirstOrThrow()).id;
}

const mailsAt = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db.selectFrom("lead_plan_mails").where("dealer_id", "=", dealer_id).where("location_id", "=", location_id);

export const findMail = (db: Db, location: LocationKey, id: number): Promise<PlanMail | undefined> =>
  mailsAt(db, location).where("id", "=", id).select(["id", "title", "html"]).executeTakeFirst();

/** The titles of those with these ids. */
export async function mailTitles(
  db: Db,
  location: LocationKey,
  ids: readonly number[],
): Promise<Pick<PlanMail, "id" | "title">[]> {
  return ids.length === 0
    ? []
    : mailsAt(db, location).where("id", "in", ids).select(["id", "title"]).orderBy("id").execute();
}
