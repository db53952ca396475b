import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Failure, invalidField } from "#core/failure.ts";
import { Id, required } from "#core/fields.ts";
import { everyRole, operator, staff } from "#core/people.ts";
import { startTestServer, type TestServer, testIdentity } from "#testing/testServer.ts";
import { withConnectionsOfItsOwn } from "./heldConnection.ts";
import { CallResult } from "./serve.ts";

const failWith = { failure: new Failure("conflict", "It moved") as unknown };

const testCalls = calls("things", {
  show: {
    method: "GET",
    path: "/things/{id}",
    allow: staff,
    about: "Shows more than it declares.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id, inner: z.object({ name: z.string() }), many: z.array(z.object({ n: z.number() })) }),
    successMessage: "Shown",
  },
  fail: { method: "POST", path: "/things/fail", allow: "anyone", audit: "none: an example", about: "Fails." },
  warn: {
    method: "POST",
    path: "/things/warn",
    allow: "anyone",
    audit: "none: an example",
    about: "Warns.",
    data: z.object({ n: z.number() }),
  },
  lie: {
    method: "POST",
    path: "/things/lie",
    allow: "anyone",
    audit: "none: an example",
    about: "Answers badly.",
    data: z.object({ n: z.number() }),
  },
  scarce: {
    method: "POST",
    path: "/things/scarce",
    allow: everyRole,
    audit: "none: an example",
    about: "Twice in a minute.",
    rate: { points: 2, seconds: 60, by: "person" },
  },
  scope: {
    method: "GET",
    path: "/things/scope",
    allow: staff,
    about: "Who sees.",
    data: z.object({ role: z.string(), dealer: z.string() }),
  },
  first: {
    method: "GET",
    path: "/things/first",
    allow: staff,
    about: "Comes before a location.",
    data: z.object({ location: z.nullable(z.number()) }),
    withoutLocation: true,
  },
  platform: {
    method: "GET",
    path: "/things/platform",
    allow: operator,
    about: "Who sees.",
    data: z.object({ role: z.string() }),
  },
  save: {
    method: "POST",
    path: "/things/save",
    allow: staff,
    audit: "none: an example",
    about: "Stores, then perhaps fails.",
    body: z.object({ name: required("Name is required"), ending: z.enum(["go on", "fail"]) }),
  },
});

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(testCalls, {
    show: async (_, { params }) => {
      const row = { id: params.id, secret: "s", inner: { name: "n", secret: "s" }, many: [{ n: 1, secret: "s" }] };
      return row;
    },
    fail: async () => {
      throw failWith.failure;
    },
    warn: async () => new CallResult("Careful", { n: 1 }, "warning"),
    lie: async () => ({ n: "secret text" }) as never,
    scarce: async () => undefined,
    scope: async ({ db }) => {
      const { rows } = await withConnectionsOfItsOwn(() => app.pool.query("select 1"));
      expect(rows).toHaveLength(1);
      const row = await db
        .selectNoFrom((from) => [
          from.fn<string>("current_setting", [from.val("role")]).as("role"),
          from.fn<string>("current_setting", [from.val("app.dealer_id")]).as("dealer"),
        ])
        .executeTakeFirstOrThrow();
      return row;
    },
    first: async ({ scope }) => ({ location: scope.location_id }),
    platform: async ({ db }) =>
      db
        .selectNoFrom((from) => from.fn<string>("current_setting", [from.val("role")]).as("role"))
        .executeTakeFirstOrThrow(),
    save: async ({ db, scope }, { body }) => {
      const row = { dealer_id: scope.dealer_id, title: body.name };
      await db.insertInto("locations").values(row).execute();
      if (body.ending === "fail") throw invalidField("name", "No");
      return null;
    },
  });
  await app.pool.query("insert into dealers (id, business_name) values (1, 'One'), (2, 'Two')");
});
afterAll(() => app?.close());
beforeEach(() => {
  app.signedIn = testIdentity("agent");
  app.logged.length = 0;
});

async function request(
  method: "GET" | "POST",
  path: string,
  more: { headers?: Record<string, string>; payload?: object } = {},
) {
  const answer = await app.server.http.inject({ method, url: `/api${path}`, ...more });
  return { status: answer.statusCode, headers: answer.headers, envelope: answer.json() };
}

describe("responses", () => {
  test("undeclared fields are dropped at any depth", async () => {
    const { envelope, headers } = await request("GET", "/things/5");
    expect(envelope).toEqual({
      status: "success",
      message: "Shown",
      data: { id: 5, inner: { name: "n" }, many: [{ n: 1 }] },
    });
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("a warning is a success with another status", async () => {
    expect(await request("POST", "/things/warn")).toMatchObject({
      status: 200,
      envelope: { status: "warning", message: "Careful" },
    });
  });

  test("a response that violates the contract is never sent", async () => {
    const { status, envelope } = await request("POST", "/things/lie");
    expect(status).toBe(500);
    expect(JSON.stringify(envelope)).not.toContain("secret");
  });
});

describe("failures", () => {
  const broken = Object.assign(new Error('insert into "users" violates "users_pkey"'), {
    code: "23505",
    table: "users",
  });
  test.each([
    [new Failure("conflict", "It moved"), 409, "It moved"],
    [new Failure("absent"), 404, "We couldn't find this. It may have been deleted."],
    [new Error("secret at /srv/app.ts:1"), 500, "Something went wrong on our side. Nothing was changed."],
    [broken, 500, "Something went wrong on our side. Nothing was changed."],
    ["a thrown text with a secret", 500, "Something went wrong on our side. Nothing was changed."],
    [undefined, 500, "Something went wrong on our side. Nothing was changed."],
    [null, 500, "Something went wrong on our side. Nothing was changed."],
    [Object.assign(new Error("x"), { statusCode: 418 }), 500, "Something went wrong on our side. Nothing was changed."],
    [
      Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
      503,
      expect.stringContaining("isn't available right now"),
    ],
  ])("%s reveals no internals", async (failure, expected, message) => {
    failWith.failure = failure;
    const { status, envelope, headers } = await request("POST", "/things/fail");
    expect(status).toBe(expected);
    expect(envelope).toEqual({ status: "error", message, data: null, request_id: headers["x-request-id"] });
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("an unexpected one is logged with the request's id", async () => {
    failWith.failure = new Error("the cause");
    const { envelope } = await request("POST", "/things/fail");
    const line = app.logged.find((one) => one.includes("the cause")) ?? "";
    expect(line).toContain(envelope.request_id);
  });

  test("a field's error is the message and appears at the field", async () => {
    failWith.failure = invalidField("name", "No such name");
    const { status, envelope } = await request("POST", "/things/fail");
    expect(status).toBe(422);
    expect(envelope).toMatchObject({ message: "No such name", data: { name: "No such name" } });
  });

  test.each(["/things/abc", "/things/0", "/things/-1", "/things/1e99", "/things/%00", "/things/%27%20or%201%3D1"])(
    "%s is answered like a thing that doesn't exist",
    async (path) => {
      expect(await request("GET", path)).toMatchObject({ status: 404, envelope: { status: "error", data: null } });
    },
  );

  test("a malformed path is not a 500", async () => {
    expect(await request("GET", "/things/%E0%A4%A")).toMatchObject({
      status: 400,
      envelope: { status: "error", data: null },
    });
  });
});

describe("guards", () => {
  test.each(["sec-purpose", "purpose"])("a prefetch (%s) is refused", async (name) => {
    for (const value of ["prefetch", "prefetch;prerender"]) {
      expect((await request("GET", "/things/5", { headers: { [name]: value } })).status).toBe(403);
    }
  });

  test("a user without a location can't act at one", async () => {
    app.signedIn = testIdentity("agent", 1, null);
    expect(await request("GET", "/things/5")).toMatchObject({
      status: 403,
      envelope: { message: "You don't have a location yet. Ask your account owner to add you to one." },
    });
  });

  test("only a call that declares it serves a user without a location, and only its roles", async () => {
    app.signedIn = testIdentity("agent", 1, null);
    expect((await request("GET", "/things/first")).envelope.data).toEqual({ location: null });
    app.signedIn = testIdentity("agent", 1, 5);
    expect((await request("GET", "/things/first")).envelope.data).toEqual({ location: 5 });
    app.signedIn = testIdentity("superadmin", 0, null);
    expect((await request("GET", "/things/first")).status).toBe(403);
  });

  test("rate limits refuse each user separately until their time is up", async () => {
    expect(
      [await request("POST", "/things/scarce"), await request("POST", "/things/scarce")].map(({ status }) => status),
    ).toEqual([200, 200]);
    const refused = await request("POST", "/things/scarce");
    expect(refused).toMatchObject({ status: 429, envelope: { status: "error", data: null } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
    const other = testIdentity("agent");
    app.signedIn = { ...other, who: { ...other.who, user_id: 8 } };
    expect((await request("POST", "/things/scarce")).status).toBe(200);
  });
});

describe("transactions", () => {
  test("a user works in their dealer's rows, the operator in the platform's", async () => {
    expect((await request("GET", "/things/scope")).envelope.data).toEqual({ role: "rooftop_app", dealer: "1" });
    app.signedIn = testIdentity("superadmin", 0, null);
    expect((await request("GET", "/things/platform")).envelope.data).toEqual({ role: "rooftop_platform" });
  });

  test("a failed call's writes are rolled back", async () => {
    const titles = async () =>
      (await app.pool.query("select title from locations order by id")).rows.map(({ title }) => title);
    expect((await request("POST", "/things/save", { payload: { name: "kept", ending: "go on" } })).status).toBe(200);
    expect((await request("POST", "/things/save", { payload: { name: "lost", ending: "fail" } })).status).toBe(422);
    expect(await titles()).toEqual(["kept"]);
  });
});
