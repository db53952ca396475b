import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import { type Task, type TaskRule, type TaskRules, type TaskStatus, taskRules } from "../contract.ts";
import { allRulesOn, statusNames } from "../rules.ts";

const nameOf = (user: string) =>
  sql<string>`coalesce((select trim(first_name || ' ' || last_name) from users
    where users.dealer_id = tasks.dealer_id and users.id = ${sql.ref(user)}), '')`;

const statusAt = (now: Date) =>
  sql<TaskStatus>`case when tasks.state = 'open' and tasks.due_at < ${now}::timestamptz then 'overdue' else tasks.state end`;

/** The location's tasks; after a merge, each shows the customer it was merged into. */
export function taskRows(db: Db, { dealer_id, location_id }: LocationScope, now: Date) {
  const status = statusAt(now);
  const cases = Object.entries(statusNames).map(([value, name]) => sql`when ${value}::text then ${name}::text`);
  return db
    .selectFrom("tasks")
    .leftJoin("customers as origin", (join) =>
      join.onRef("origin.dealer_id", "=", "tasks.dealer_id").onRef("origin.id", "=", "tasks.customer_id"),
    )
    .leftJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "tasks.dealer_id").on("customers.id", "=", survivorSql("origin")),
    )
    .leftJoin("chats", (join) =>
      join
        .onRef("chats.dealer_id", "=", "tasks.dealer_id")
        .onRef("chats.location_id", "=", "tasks.location_id")
        .onRef("chats.customer_id", "=", "customers.id")
        .on("customers.deleted_at", "is", null),
    )
    .where("tasks.dealer_id", "=", dealer_id)
    .where("tasks.location_id", "=", location_id)
    .where("tasks.deleted_at", "is", null)
    .select([
      "tasks.id",
      "tasks.description",
      "tasks.due_at",
      "tasks.assigned_to",
      "tasks.created_at",
      "tasks.ended_at",
      "tasks.appointment_id",
    ])
    .select(["customers.id as customer_id", "chats.id as chat_id"])
    .select(sql<string>`coalesce(customers.customer_name, '')`.as("customer_name"))
    .select(sql<string>`coalesce(customers.search_text, '')`.as("customer_words"))
    .select(sql<Task["rule"]>`tasks.rule`.as("rule"))
    .select(sql<Task["ended_how"]>`tasks.ended_how`.as("ended_how"))
    .select(nameOf("chats.assigned_to").as("sales_rep"))
    .select(lastWriter.as("bdc_rep"))
    .select(nameOf("tasks.assigned_to").as("assignee"))
    .select(nameOf("tasks.created_by").as("created_by"))
    .select(nameOf("tasks.ended_by").as("ended_by"))
    .select(status.as("status"))
    .select(sql<string>`case ${status} ${sql.join(cases, sql` `)} end`.as("status_name"));
}

const lastWriter = sql<string>`coalesce((select trim(users.first_name || ' ' || users.last_name)
  from messages join users on users.dealer_id = messages.dealer_id and users.id = messages.user_id
  where messages.dealer_id = tasks.dealer_id and messages.chat_id = chats.id and messages.is_from_customer = 0
  order by messages.id desc limit 1), '')`;

/** Counts open tasks; `mine`: those assigned to the user. */
export async function countOpen(db: Db, { dealer_id, location_id }: LocationScope, user_id: number, now: Date) {
  const isMine = sql`assigned_to = ${user_id}`;
  const isOverdue = sql`due_at < ${now}::timestamptz`;
  return db
    .selectFrom("tasks")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "open")
    .where("deleted_at", "is", null)
    .select(sql<number>`count(*)::int`.as("all"))
    .select(sql<number>`(count(*) filter (where ${isMine}))::int`.as("mine"))
    .select(sql<number>`(count(*) filter (where ${isOverdue}))::int`.as("overdue"))
    .select(sql<number>`(count(*) filter (where ${isOverdue} and ${isMine}))::int`.as("mine_overdue"))
    .executeTakeFirstOrThrow();
}

/** Locks a task of the acting location until the end of the transaction. */
export async function lockTask(db: Db, scope: LocationScope, id: number) {
  return atLocation(db.selectFrom("tasks"), scope)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .select(["id", "state", "rule", "description", "customer_id", "chat_id", "assigned_to", "due_at"])
    .forUpdate()
    .executeTakeFirst();
}

interface Filterable {
  where(column: "dealer_id" | "location_id", operator: "=", value: number): this;
}

function atLocation<Q extends Filterable>(query: Q, { dealer_id, location_id }: LocationScope): Q {
  return query.where("dealer_id", "=", dealer_id).where("location_id", "=", location_id);
}

export interface TaskFields {
  readonly description: string;
  readonly customer_id: number | null;
  readonly assigned_to: number | null;
  readonly due_at: Date;
}

interface TaskCreation {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly created_at: Date;
}

/** Stores a task created by a person, or for one by their plan: then by no one. */
export async function insertByHand(
  db: Db,
  task: TaskFields & TaskCreation & { readonly created_by: number | null },
): Promise<number> {
  const row = db.insertInto("tasks").values({ ...task, rule: "hand" });
  return (await row.returning("id").executeTakeFirstOrThrow()).id;
}

export interface RuleTask extends TaskFields, TaskCreation {
  readonly rule: TaskRule;
  readonly cause: string;
  readonly since: Date;
  readonly chat_id: number | null;
  readonly appointment_id: number | null;
  readonly review_id?: number | null;
}

/**
 * Stores rules' tasks, one per cause, and reopens those whose cause is back.
 * @returns the created and reopened ones.
 */
export async function insertByRule(db: Db, tasks: readonly RuleTask[]) {
  const created: {
    id: number;
    dealer_id: number;
    location_id: number;
    assigned_to: number | null;
    description: string;
  }[] = [];
  for (let at = 0; at < tasks.length; at += batchSize) {
    const insert = db.insertInto("tasks").values(tasks.slice(at, at + batchSize));
    const stored = insert.onConflict((conflict) =>
      conflict
        .columns(["dealer_id", "rule", "cause"])
        // Inlined like in the index: with a parameter Postgres would not match the partial index.
        .where(sql<boolean>`rule <> 'hand'`)
        .doUpdateSet(({ ref }) => ({
          state: "open",
          ended_at: null,
          ended_by: null,
          ended_how: "",
          due_at: ref("excluded.due_at"),
        }))
        .where("tasks.ended_how", "in", ["closed", "moved", "settled", "raised"])
        .where("tasks.deleted_at", "is", null),
    );
    const columns = ["id", "dealer_id", "location_id", "assigned_to", "description"] as const;
    created.push(...(await stored.returning(columns).execute()));
  }
  return created;
}

/** Rows per statement, because its parameters are limited. */
const batchSize = 1_000;

interface TaskChange {
  readonly description?: string;
  readonly customer_id?: number | null;
  readonly assigned_to?: number | null;
  readonly due_at?: Date;
  readonly state?: "open" | "done" | "dropped";
  readonly is_held?: 0 | 1;
  readonly ended_at?: Date | null;
  readonly ended_by?: number | null;
  readonly ended_how?: "hand" | "";
  readonly deleted_at?: Date;
}

/** Changes a task of the acting location. The caller holds its lock. */
export async function changeTask(db: Db, scope: LocationScope, id: number, change: TaskChange): Promise<void> {
  await atLocation(db.updateTable("tasks"), scope).set(change).where("id", "=", id).execute();
}

/** Which rules are on at a location. */
export async function readRules(db: Db, scope: LocationScope): Promise<TaskRules> {
  const row = await atLocation(db.selectFrom("task_rules"), scope)
    .select([...taskRules])
    .executeTakeFirst();
  return (row as TaskRules | undefined) ?? allRulesOn;
}

export async function saveRules(db: Db, { dealer_id, location_id }: LocationScope, rules: TaskRules): Promise<void> {
  await db
    .insertInto("task_rules")
    .values({ dealer_id, location_id, ...rules })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(rules))
    .execute();
}

/** Reassigns a member's open tasks, at some locations or all. @returns the location of each. */
export async function reassignOpenTasks(db: Db, { dealer_id, from, to, location_ids }: HandOverRequest) {
  let tasks = db
    .updateTable("tasks")
    .set({ assigned_to: to })
    .where("dealer_id", "=", dealer_id)
    .where("assigned_to", "=", from)
    .where("state", "=", "open");
  if (location_ids) tasks = tasks.where(sql<boolean>`location_id = any(${[...location_ids]}::bigint[])`);
  return tasks.returning(["dealer_id", "location_id"]).execute();
}

function openTasks({ dealer_id, location_id }: LocationKey, customer_ids: readonly number[]) {
  return sql`dealer_id = ${dealer_id} and location_id = ${location_id}
    and customer_id = any(${[...customer_ids]}::bigint[]) and state = 'open' and deleted_at is null`;
}

/** How many open tasks are about these customers. */
export async function countOpenAbout(db: Db, location: LocationKey, customer_ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tasks where ${openTasks(location, customer_ids)}`.execute(db);
  return rows[0]?.count ?? 0;
}

interface Dismissal {
  readonly ended_at: Date;
  readonly ended_by: number | null;
}

/** Dismisses the open tasks about these customers, because they are deleted. */
export async function dismissAbout(
  db: Db,
  location: LocationKey,
  customer_ids: readonly number[],
  { ended_at, ended_by }: Dismissal,
): Promise<{ id: number; customer_id: number }[]> {
  const { rows } = await sql<{ id: number; customer_id: number }>`
    update tasks set state = 'dropped', ended_how = 'gone', ended_at = ${ended_at}, ended_by = ${ended_by}
    where ${openTasks(location, customer_ids)} returning id, customer_id`.execute(db);
  return rows;
}

/** Opens those of the tasks that are still dismissed because their customer was deleted. */
export async function reopenDismissed(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[]) {
  await sql`
    update tasks set state = 'open', ended_how = '', ended_at = null, ended_by = null
    where dealer_id = ${dealer_id} and location_id = ${location_id} and id = any(${[...ids]}::bigint[])
      and state = 'dropped' and ended_how = 'gone' and deleted_at is null`.execute(db);
}
