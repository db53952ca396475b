import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, optionalText, required } from "#core/fields.ts";
import { formOf } from "#testing/requestBodies.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";

const notes = calls("notes", {
  add: {
    method: "POST",
    path: "/notes/add",
    allow: "anyone",
    audit: "none: an example",
    about: "Says what it was sent.",
    body: z.object({
      title: required("Title is required"),
      text: optionalText(2_000_000),
      is_pinned: z._default(Flag, 0),
    }),
    data: z.object({ title: z.string(), length: z.number(), is_pinned: z.number() }),
  },
  table: {
    method: "POST",
    path: "/notes/dt",
    allow: "anyone",
    about: "Says what it was asked for.",
    table: true,
    body: z.object({ tag: optionalText() }),
    data: z.object({ received: z.string() }),
  },
});

let app: TestServer;
let read: unknown;
beforeAll(async () => {
  app = await startTestServer(notes, {
    async add(_, { body }) {
      read = body;
      return { title: body.title, length: body.text.length, is_pinned: body.is_pinned };
    },
    async table(_, { body }) {
      return { rows: [{ received: JSON.stringify(body) }], recordsTotal: 1, recordsFiltered: 1 };
    },
  });
});
afterAll(() => app?.close());

async function post(path: string, payload: string | Buffer | undefined, type?: string) {
  const headers = type === undefined ? {} : { "content-type": type };
  const answer = await app.server.http.inject({
    method: "POST",
    url: `/api${path}`,
    headers,
    ...(payload !== undefined && { payload }),
  });
  return { status: answer.statusCode, envelope: answer.json() };
}

const json = "application/json";
const urlencoded = "application/x-www-form-urlencoded";
const fields = { title: "Ünïcode & 100% = <b>", text: "a\nb", is_pinned: "1" };

async function encoded(sent: Record<string, string>): Promise<[string, string | Buffer, string][]> {
  return [
    ["JSON", JSON.stringify(sent), json],
    ["JSON with a charset", JSON.stringify(sent), `${json}; charset=utf-8`],
    ["urlencoded", new URLSearchParams(sent).toString(), urlencoded],
    ["form data", ...(await formOf(sent))],
  ];
}

test("every encoding yields the same body", async () => {
  for (const [kind, payload, type] of await encoded(fields)) {
    const { envelope } = await post("/notes/add", payload, type);
    const data = { title: fields.title, length: 3, is_pinned: 1 };
    expect(envelope, kind).toEqual({ status: "success", message: "", data });
  }
});

test("DataTables' brackets parse alike in every encoding", async () => {
  const query = {
    draw: "3",
    start: "20",
    length: "10",
    "search[value]": "ana [x]",
    "search[regex]": "false",
    tag: "vip",
    "order[0][column]": "1",
    "order[0][dir]": "desc",
    "order[1][column]": "0",
    "order[1][dir]": "asc",
    "columns[0][data]": "id",
    "columns[1][data]": "name",
    "columns[1][search][value]": "",
  };
  const requested = {
    draw: 3,
    start: 20,
    length: 10,
    search: { value: "ana [x]" },
    tag: "vip",
    order: [
      { column: 1, dir: "desc" },
      { column: 0, dir: "asc" },
    ],
    columns: [{ data: "id" }, { data: "name" }],
  };
  const nested = JSON.stringify({ ...requested, search: { value: "ana [x]" } });
  for (const [kind, payload, type] of [...(await encoded(query)), ["nested JSON", nested, json] as const]) {
    const { envelope } = await post("/notes/dt", payload, type);
    expect(envelope, kind).toMatchObject({ status: "success", draw: 3, recordsTotal: 1, recordsFiltered: 1 });
    expect(JSON.parse(envelope.data[0].received), kind).toEqual(requested);
  }
});

test("a table request without parameters returns the first ten rows", async () => {
  const { envelope } = await post("/notes/dt", undefined);
  expect(JSON.parse(envelope.data[0].received)).toMatchObject({
    draw: 0,
    start: 0,
    length: 10,
    order: [],
    columns: [],
  });
});

test("-1 asks for all rows: as many as an answer holds", async () => {
  const { envelope } = await post("/notes/dt", "length=-1&draw=7", urlencoded);
  expect(JSON.parse(envelope.data[0].received)).toMatchObject({ length: 500 });
  expect(envelope).toMatchObject({ draw: 7 });
});

test.each([
  ["start", "-1"],
  ["start", "x"],
  ["length", "0"],
  ["length", "-2"],
  ["length", "501"],
  ["length", "1.5"],
  ["search[value]", "x".repeat(201)],
  ["order[0][dir]", "desc; drop table x"],
])("a table request with %s = %s is refused", async (name, value) => {
  expect((await post("/notes/dt", new URLSearchParams({ [name]: value }).toString(), urlencoded)).status).toBe(422);
});

describe("refused bodies", () => {
  test.each([
    ["{", json, 400],
    ["[]", json, 400],
    ['"text"', json, 400],
    ["null", json, 400],
    ['{"title":"a"} x', json, 400],
    ["--x\r\nnonsense", "multipart/form-data; boundary=x", 400],
    ["title=a", "multipart/form-data", 400],
    ["<title>a</title>", "application/xml", 415],
    ["title: a", "text/yaml", 415],
    ["title", "text/plain", 415],
  ])("%j as %s", async (payload, type, status) => {
    const answer = await post("/notes/add", payload, type);
    expect(answer.status).toBe(status);
    expect(answer.envelope).toEqual({
      status: "error",
      message: expect.any(String),
      data: null,
      request_id: expect.any(String),
    });
    expect(JSON.stringify(answer.envelope)).not.toMatch(/FST_|SyntaxError|JSON at|node_modules/);
  });

  test.each([
    ["no body", undefined, undefined],
    ["an empty body", "", json],
    ["white space", "  \n ", json],
    ["an empty form", "", urlencoded],
    ["an empty object", "{}", json],
  ])("%s fails with missing fields", async (_, payload, type) => {
    const answer = await post("/notes/add", payload, type);
    expect(answer).toMatchObject({
      status: 422,
      envelope: { message: "Title is required", data: { title: "Title is required" } },
    });
  });

  const tenMegabytes = "x".repeat(10 * 1024 * 1024);
  test("10 MB is too large in every encoding", async () => {
    for (const [kind, payload, type] of await encoded({ title: "a", text: tenMegabytes })) {
      const answer = await post("/notes/add", payload, type);
      expect(answer, kind).toMatchObject({ status: 413, envelope: { status: "error", data: null } });
    }
  });

  test("a file where none is expected", async () => {
    const answer = await post("/notes/add", ...(await formOf({ title: "a", text: new Blob(["b"]) })));
    expect(answer.envelope.status).toBe("error");
    expect(answer.status).toBe(415);
  });

  test("a thousand and one fields", async () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`f${at}`, "x"]));
    expect((await post("/notes/add", ...(await formOf(many)))).status).toBe(413);
  });
});

test("only declared fields are read, and no prototype is polluted", async () => {
  const sent = `{"title":"a","owner":"me","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`;
  expect((await post("/notes/add", sent, json)).status).toBe(200);
  expect(read).toEqual({ title: "a", text: "", is_pinned: 0 });
  const bracketed = "title=a&__proto__[polluted]=1&constructor[prototype][polluted]=1&title[toString]=x";
  await post("/notes/add", bracketed, urlencoded);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("an object in place of a text is not a 500", async () => {
  for (const value of [
    '{"a":1}',
    "[1,2]",
    '{"toString":1}',
    '{"toString":1,"valueOf":1}',
    '{"__proto__":{"trim":1}}',
  ]) {
    const answer = await post("/notes/add", `{"title":${value},"is_pinned":${value}}`, json);
    expect(answer, value).toMatchObject({ status: 422, envelope: { data: { title: "Enter text here" } } });
    expect((await post("/notes/dt", `{"start":${value},"order":${value}}`, json)).status, value).toBe(422);
  }
});
