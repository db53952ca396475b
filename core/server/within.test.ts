import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { startTestServer, type TestServer, testIdentity } from "#testing/testServer.ts";
import { withConnectionsOfItsOwn } from "./heldConnection.ts";
import { type Db, systemOrigin, type UnitOfWork } from "./unitOfWork.ts";
import { createWithin } from "./within.ts";

const testEvents = events({
  moved: { event: "moved", to: "location", about: "A test.", payload: z.object({ id: z.number() }) },
  renamed: { event: "renamed", to: "dealer", about: "A test.", payload: z.object({ id: z.number() }) },
  called: { event: "called", to: "user", about: "A test.", payload: z.object({ id: z.number() }) },
});
const moved = { fact: "location.moved", about: "A test.", data: z.object({ dealer_id: z.number(), id: z.number() }) };
const workJob = job("test.work", z.object({ id: z.number() }));

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
  await app.pool.query(
    `insert into dealers (id, business_name) values (1, 'One'), (2, 'Two');
     insert into locations (dealer_id, id, title) values (1, 101, 'A'), (1, 102, 'B'), (2, 103, 'C');
     create table counters (dealer_id bigint, id bigint, n integer, primary key (dealer_id, id));
     select tenant_table('counters');
     insert into counters values (1, 1, 0), (1, 2, 0)`,
  );
});
afterAll(() => app?.close());
afterEach(() => {
  app.events.published.length = 0;
  app.jobs.queued.length = 0;
});

const { scope } = testIdentity("agent", 1, 1);
const inScope = <T>(work: (unit: UnitOfWork) => Promise<T>) => app.server.within(scope, systemOrigin, work);
const titles = async ({ db }: UnitOfWork) => {
  const rows = await db.selectFrom("locations").select("title").orderBy("id").execute();
  return rows.map(({ title }) => title).join("");
};

describe("whose rows", () => {
  test("a scope sees its dealer's, the platform all, while sharing connections", async () => {
    const { within } = app.server;
    const seen = await Promise.all(
      Array.from({ length: 60 }, (_, at) => {
        if (at % 3 === 0) return inScope(titles);
        if (at % 3 === 1) return within.business({ dealer_id: 2 }, "test", titles);
        return within.control("test", titles);
      }),
    );
    expect(seen.map((one, at) => one === ["AB", "C", "ABC"][at % 3])).not.toContain(false);
  });

  test("a dealer's database shows all its rows to work in it, and a sweep asks each database once", async () => {
    const { control, cellOf, eachCell } = app.server.within;
    const read = (db: Db) => titles({ db } as UnitOfWork);
    expect(await cellOf({ dealer_id: 2 }, "test", titles)).toBe("ABC");
    expect(await cellOf.read({ entry: "phone", key: "+12025550101" }, "test", read)).toBe("ABC");
    expect(await control.read("test", read)).toBe("ABC");
    expect(await eachCell("test", titles)).toEqual(["ABC"]);
    expect(await eachCell.read("test", read)).toEqual(["ABC"]);
    const failing = eachCell("test", async ({ db, publish }) => {
      await db.updateTable("locations").set({ title: "X" }).execute();
      publish(testEvents.renamed, { id: 1 }, { dealer_id: 1 });
      throw new Failure("conflict", "No");
    });
    await expect(failing).rejects.toThrow("No");
    expect([await control.read("test", read), app.events.published]).toEqual(["ABC", []]);
  });

  test("read-only work can't write, and its connection is reused", async () => {
    const { within } = app.server;
    const write = within.readOnly(scope, systemOrigin, ({ db }) =>
      db.insertInto("locations").values({ dealer_id: 1, title: "X" }).execute(),
    );
    await expect(write).rejects.toMatchObject({ code: "25006" });
    for (let at = 0; at < 20; at++) expect(await within.readOnly(scope, systemOrigin, titles)).toBe("AB");
    expect(await inScope(titles)).toBe("AB");
  });

  test("a scope leaves nothing on its connection", async () => {
    await inScope(titles);
    const { rows } = await app.pool.query(
      "select current_setting('role') as role, current_setting('app.dealer_id', true) as dealer",
    );
    expect(rows[0].role).toBe("none");
    expect(rows[0].dealer || null).toBeNull();
  });

  test.each(["1; drop table users", Number.NaN, 1.5, undefined])("a dealer id of %s is refused", async (dealer_id) => {
    const odd = { dealer_id: dealer_id as number };
    await expect(app.server.within.business(odd, "test", titles)).rejects.toThrow("Not a scope");
  });

  test("another dealer's row can't be written", async () => {
    const write = inScope(({ db }) => db.insertInto("locations").values({ dealer_id: 2, title: "X" }).execute());
    await expect(write).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    "set local role postgres",
    "reset role",
    "set local app.dealer_id = '2'",
    "select set_config('app.dealer_id', '2', true)",
    "create table mine (id int)",
    "alter table locations disable row level security",
    "drop policy dealer on locations",
    "truncate locations",
    "select * from logins",
    "select * from sessions",
  ])("no injected statement shows another dealer's rows: %s", async (text) => {
    // SQL text never comes from a request: these statements are refused by the scope, or would require such text.
    const tried = await inScope(async (unit) => {
      await sql.raw(text).execute(unit.db);
      return "done";
    }).catch((error) => (error as { code: string }).code);
    const ours = /^(set local app|select set_config|reset role|set local role)/.test(text);
    if (!ours) expect(["42501", "0A000", "42809"]).toContain(tried);
    // Whatever was tried, the next unit of work starts clean.
    expect(await inScope(titles)).toBe("AB");
    expect((await app.pool.query("select count(*)::int as n from locations")).rows).toEqual([{ n: 3 }]);
  });
});

describe("effects of a transaction", () => {
  test("a fact is told once to each that listens, with the commit", async () => {
    const heard = ["first", "second"].map((name) => job(`test.${name}`, moved.data));
    const listeners = [
      ...heard.map((one) => ({ fact: moved, job: one })),
      { fact: { ...moved, fact: "customer.moved" }, job: workJob },
    ];
    const within = createWithin({ ...app.server.ports, pool: app.pool, listeners });
    await within(scope, systemOrigin, async ({ announce }) => {
      for (const id of [1, 1, 2]) announce(moved, { dealer_id: 1, id });
    });
    const requested = app.jobs.queued.map(({ job: { name }, data }) => [name, data]);
    expect(requested).toEqual(heard.flatMap(({ name }) => [1, 2].map((id) => [name, { dealer_id: 1, id }])));
    app.jobs.queued.length = 0;
    const failing = within(scope, systemOrigin, async ({ announce }) => {
      announce(moved, { dealer_id: 1, id: 3 });
      throw new Failure("conflict", "No");
    });
    await expect(failing).rejects.toThrow("No");
    expect(app.jobs.queued).toEqual([]);
  });

  test("a fact can't be announced where nobody is known to listen", async () => {
    const silent = inScope(async ({ announce }) => announce(moved, { dealer_id: 1, id: 1 }));
    await expect(silent).rejects.toThrow("location.moved: nobody can hear of it here");
  });

  test("events leave after the commit, in order, to their rooms", async () => {
    let during = -1;
    await inScope(async ({ publish, db }) => {
      publish(testEvents.moved, { id: 1 });
      publish(testEvents.renamed, { id: 2 });
      publish(testEvents.called, { id: 3 }, { user_id: 7 });
      await db.selectFrom("locations").select("id").execute();
      during = app.events.published.length;
    });
    expect(during).toBe(0);
    expect(app.events.published).toEqual([
      { room: "dealer:1:location:1", event: "moved", payload: { id: 1 } },
      { room: "dealer:1", event: "renamed", payload: { id: 2 } },
      { room: "dealer:1:user:7", event: "called", payload: { id: 3 } },
    ]);
  });

  test("a rollback discards events and rows", async () => {
    const failed = inScope(async ({ publish, db, afterCommit }) => {
      await db.insertInto("locations").values({ dealer_id: 1, title: "lost" }).execute();
      publish(testEvents.moved, { id: 1 });
      afterCommit(() => app.events.published.push({ room: "", event: "after", payload: null }));
      throw new Failure("conflict");
    });
    await expect(failed).rejects.toThrow(Failure);
    expect(app.events.published).toEqual([]);
    expect(await inScope(titles)).toBe("AB");
  });

  test("an event without a room is an error", async () => {
    const lost = app.server.within.control("test", async ({ publish }) => publish(testEvents.renamed, { id: 1 }));
    await expect(lost).rejects.toThrow("renamed: no dealer to tell it to");
    const nowhere = app.server.within.business({ dealer_id: 1 }, "test", async ({ publish }) =>
      publish(testEvents.moved, { id: 1 }),
    );
    await expect(nowhere).rejects.toThrow("moved: no location to tell it to");
  });

  test("a job is put into the queue on the transaction's own connection", async () => {
    const seen: unknown[] = [];
    const { enqueue } = app.jobs;
    app.jobs.enqueue = async (transaction, ...rest) => {
      seen.push(
        (await transaction.executeSql("select current_setting('role') as role, pg_current_xact_id_if_assigned() as id"))
          .rows[0],
      );
      return enqueue(transaction, ...rest);
    };
    const own = await inScope(async ({ db, enqueue: put }) => {
      await db.insertInto("locations").values({ dealer_id: 1, title: "Z" }).execute();
      await put(workJob, { id: 5 }, { delaySeconds: 3 });
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id() as id`.execute(db);
      await db.deleteFrom("locations").where("title", "=", "Z").execute();
      return rows[0]?.id;
    });
    app.jobs.enqueue = enqueue;
    expect(seen).toEqual([{ role: "rooftop_app", id: own }]);
    expect(app.jobs.queued).toMatchObject([{ job: { name: "test.work" }, data: { id: 5 } }]);
  });

  test("an audit entry records who, what and from where, and commits with the transaction", async () => {
    const origin = { user_id: 7, ip: "192.0.2.1", agent: "Browser", request_id: "r1" };
    const entry = { action: "deleted", subject: "customer", subject_id: 3, detail: { why: "test" } };
    await app.server.within(scope, origin, ({ audit }) => audit(entry));
    const lost = app.server.within(scope, origin, async ({ audit }) => {
      await audit({ ...entry, action: "lost" });
      throw new Failure("conflict");
    });
    await expect(lost).rejects.toThrow();
    const { rows } = await app.pool.query("select * from audit_log");
    expect(rows).toMatchObject([{ dealer_id: 1, ...entry, ...origin }]);
    await expect(inScope(({ db }) => db.deleteFrom("audit_log").execute())).rejects.toMatchObject({ code: "42501" });
    await expect(app.server.within.control("test", ({ audit }) => audit(entry))).rejects.toThrow(
      "in whose audit trail?",
    );
  });
});

describe("races", () => {
  const raise = (unit: UnitOfWork, id: number) => sql`update counters set n = n + 1 where id = ${id}`.execute(unit.db);
  const counters = async () => (await app.pool.query("select n from counters order by id")).rows.map(({ n }) => n);

  test("a lost race is retried when the first error seen is that of a statement pipelined behind it", async () => {
    let attempts = 0;
    const result = await inScope(async ({ db }) => {
      attempts += 1;
      const isLost = attempts === 1;
      const raced = sql`do $$ begin if ${sql.raw(String(isLost))} then raise sqlstate '40P01'; end if; end $$`.execute(
        db,
      );
      raced.catch(() => {});
      const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
      await raced;
      return rows[0]?.one;
    });
    expect([result, attempts]).toEqual([1, 2]);
  });

  test("a deadlock is retried, and everything happens once", async () => {
    const tries = [0, 0];
    let bothHold: () => void = () => {};
    const met = new Promise<void>((resolve) => {
      bothHold = resolve;
    });
    let holding = 0;
    const cross = (me: 0 | 1) =>
      inScope(async (unit) => {
        tries[me] = (tries[me] ?? 0) + 1;
        await raise(unit, me + 1);
        unit.publish(testEvents.moved, { id: me });
        holding += 1;
        if (holding >= 2) bothHold();
        await met;
        await raise(unit, 2 - me);
      });
    await Promise.all([cross(0), cross(1)]);
    expect(Math.min(...tries)).toBe(1);
    expect(Math.max(...tries)).toBeGreaterThan(1);
    expect(await counters()).toEqual([2, 2]);
    expect(app.events.published).toHaveLength(2);
  });

  test("work that loses every race gives up after three attempts, with nothing written", async () => {
    let tries = 0;
    const loser = inScope(async (unit) => {
      tries += 1;
      await raise(unit, 1);
      throw Object.assign(new Error("could not serialize"), { code: "40001" });
    });
    await expect(loser).rejects.toMatchObject({ code: "40001" });
    expect(tries).toBe(3);
    expect(await counters()).toEqual([2, 2]);
  });

  test("work beyond the number of connections waits its turn", async () => {
    await Promise.all(Array.from({ length: 50 }, () => inScope((unit) => raise(unit, 1))));
    expect(await counters()).toEqual([52, 2]);
    expect(app.pool.totalCount).toBeLessThanOrEqual(8);
  });
});

describe("a connection that breaks", () => {
  test("in the middle of the work is a failure that users may see, and is replaced", async () => {
    for (let round = 0; round < 10; round++) {
      const work = inScope(async ({ db }) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
        const pids = [rows[0]?.pid];
        await withConnectionsOfItsOwn(() => app.pool.query("select pg_terminate_backend($1, 5000)", pids));
        await titles({ db } as UnitOfWork);
      });
      await expect(work).rejects.toMatchObject({ kind: "unavailable", retryAfter: 5 });
    }
    expect(await inScope(titles)).toBe("AB");
  });

  test("a failed statement leaves its connection usable", async () => {
    const wrong = () => inScope(({ db }) => sql.raw("select 1/0").execute(db));
    await Promise.all(Array.from({ length: 20 }, () => expect(wrong()).rejects.toMatchObject({ code: "22012" })));
    expect(await inScope(titles)).toBe("AB");
  });
});

describe("a session", () => {
  const lock = (key: number) => sql`select pg_advisory_lock_shared(${key})`;
  const isFree = async (key: number) => {
    const asked = sql<{ is_free: boolean }>`select pg_try_advisory_xact_lock(${key}) as is_free`;
    const { rows } = await app.server.within.control("test", ({ db }) => asked.execute(db));
    return rows[0]?.is_free;
  };

  test("holds its locks over several units of work, and no longer", async () => {
    const { within } = app.server;
    const seen = await within.session({ dealer_id: 1 }, "test", 60_000, async (transaction) => {
      await transaction(({ db }) => lock(71).execute(db));
      const between = await isFree(71);
      const rows = await transaction(titles);
      return [between, rows];
    });
    expect([seen, await isFree(71)]).toEqual([[false, "AB"], true]);
  });

  test("that fails gives its locks back, as one does whose unit of work was undone", async () => {
    const { within } = app.server;
    const failing = within.session({ dealer_id: 1 }, "test", 60_000, (transaction) =>
      transaction(async ({ db }) => {
        await lock(72).execute(db);
        throw new Error("failed");
      }),
    );
    await expect(failing).rejects.toThrow("failed");
    // Postgres learns of an ended connection a moment later.
    await expect.poll(() => isFree(72)).toBe(true);
  });

  test("lends its connection no more once it has ended", async () => {
    const { within } = app.server;
    const later = await within.session(
      { dealer_id: 1 },
      "test",
      60_000,
      async (transaction) => () => transaction(titles),
    );
    await expect(later()).rejects.toThrow("The session has ended");
  });

  test("of a process that is paused ends, and its work goes on without", async () => {
    const { within } = app.server;
    const done = await within.session({ dealer_id: 1 }, "test", 50, async (transaction) => {
      await transaction(({ db }) => lock(73).execute(db));
      await expect.poll(() => isFree(73)).toBe(true);
      return "done";
    });
    expect(done).toBe("done");
    expect(await within.control("test", titles)).toBe("ABC");
  });
});
