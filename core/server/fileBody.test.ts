import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { required } from "#core/fields.ts";
import { formOf } from "#testing/requestBodies.ts";
import { startTestServer, type TestServer, testIdentity } from "#testing/testServer.ts";
import { openApiOf } from "./openapi.ts";

const notes = calls("notes", {
  attach: {
    method: "POST",
    path: "/notes/attach",
    allow: ["agent"],
    audit: "none: an example",
    about: "Says what file it was sent.",
    body: z.object({ title: required("Title is required") }),
    file: { field: "page", maxBytes: 1000, missing: "Page is required", tooLarge: "Page is too large" },
    data: z.object({ title: z.string(), name: z.string(), length: z.number() }),
    ownTransactions: true,
  },
  illustrate: {
    method: "POST",
    path: "/notes/illustrate",
    allow: ["agent"],
    audit: "none: an example",
    about: "Says whether it was sent a file.",
    body: z.object({ title: required("Title is required") }),
    file: { field: "page", maxBytes: 1000, missing: "Page is required", tooLarge: "Page is too large", optional: true },
    data: z.object({ title: z.string(), name: z.string() }),
    ownTransactions: true,
  },
});

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(notes, {
    async attach(_, { body: { title }, file: { name, bytes } }) {
      return { title, name, length: bytes.length };
    },
    async illustrate(_, { body: { title }, file }) {
      return { title, name: file?.name ?? "none" };
    },
  });
  app.signedIn = testIdentity("agent");
});
afterAll(() => app?.close());

async function post(path: string, payload: string | Buffer, type: string) {
  const answer = await app.server.http.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { "content-type": type },
    payload,
  });
  return { status: answer.statusCode, envelope: answer.json() };
}

const page = (length: number) => new File(["x".repeat(length)], "page.txt");
const attach = async (fields: Record<string, string | Blob>) => post("/notes/attach", ...(await formOf(fields)));
test("a file is received whole, wherever it appears in the form", async () => {
  const data = { title: "a", name: "page.txt", length: 1000 };
  for (const fields of [
    { title: "a", page: page(1000) },
    { page: page(1000), title: "a" },
  ]) {
    expect(await attach(fields)).toMatchObject({ status: 200, envelope: { data } });
  }
});

test.each([
  ["none", {}, 422, "Page is required"],
  ["a text", { page: "x" }, 422, "Page is required"],
  ["an empty choice", { page: new File([], "") }, 422, "Page is required"],
  ["one that is too large", { page: page(1001) }, 422, "Page is too large"],
  ["one that is far too large", { page: page(3_000_000) }, 422, "Page is too large"],
  ["one in another field", { picture: page(1) }, 415, "This doesn't take files."],
  ["a second one", { page: page(1), more: page(1) }, 415, "This doesn't take files."],
])("a file: %s is refused", async (_, fields, status, message) => {
  expect(await attach({ title: "a", ...fields })).toMatchObject({ status, envelope: { status: "error", message } });
});

test("a file that is optional may be omitted, in any encoding", async () => {
  const illustrate = (...sent: [Buffer | string, string]) => post("/notes/illustrate", ...sent);
  const without = { status: 200, envelope: { data: { title: "a", name: "none" } } };
  expect(await illustrate('{"title":"a"}', "application/json")).toMatchObject(without);
  expect(await illustrate("title=a", "application/x-www-form-urlencoded")).toMatchObject(without);
  expect(await illustrate(...(await formOf({ title: "a" })))).toMatchObject(without);
  expect(await illustrate(...(await formOf({ title: "a", page: new File([], "") })))).toMatchObject(without);
  const [given, large] = [await formOf({ title: "a", page: page(9) }), await formOf({ title: "a", page: page(1001) })];
  expect((await illustrate(...given)).envelope.data).toEqual({ title: "a", name: "page.txt" });
  expect(await illustrate(...large)).toMatchObject({ status: 422, envelope: { message: "Page is too large" } });
});

test("a file is read only after its sender is authorized", async () => {
  app.signedIn = testIdentity("manager");
  expect((await attach({ title: "a", page: page(3_000_000) })).status).toBe(403);
  app.signedIn = undefined;
  expect((await attach({ title: "a", page: page(1) })).status).toBe(401);
  app.signedIn = testIdentity("agent");
});

test("a file is documented as a binary field", () => {
  const { attach } = notes;
  const content = openApiOf([attach]).paths["/notes/attach"]?.post?.requestBody?.content ?? {};
  expect(Object.keys(content)).toEqual(["multipart/form-data"]);
  expect(content["multipart/form-data"]?.schema).toMatchObject({
    properties: { page: { type: "string", format: "binary" } },
    required: ["title", "page"],
  });
});
