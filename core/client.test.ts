import { expect, test } from "vitest";
import * as z from "zod/mini";
import { calls, pathOf } from "./call.ts";
import { CallError, createCaller, type Incoming, type Outgoing } from "./client.ts";
import { Id } from "./words.ts";

const pets = calls("pets", {
  add: { method: "POST", path: "/pets/add", allow: "anyone", about: "Adds.", body: z.object({ name: z.string() }) },
  show: {
    method: "GET",
    path: "/pets/{id}/{part}",
    allow: "anyone",
    about: "Shows.",
    params: z.object({ id: Id, part: z.string() }),
  },
});

function answering(status: number, text: string, headers: Record<string, string> = {}) {
  const asked: Outgoing[] = [];
  const transport = async (request: Outgoing): Promise<Incoming> => {
    asked.push(request);
    return { status, header: (name) => headers[name] ?? null, text: async () => text };
  };
  return { asked, call: createCaller(transport, () => ({ authorization: "Bearer t" })) };
}

const done = '{"status":"success","message":"Done","data":{"id":1}}';

test("a call is sent as its contract says", async () => {
  const { asked, call } = answering(200, done);
  expect(await call(pets.add, { body: { name: "Rex" } })).toEqual(JSON.parse(done));
  await call(pets.show, { params: { id: 7, part: "a/b c" } });
  const headers = { accept: "application/json", authorization: "Bearer t" };
  expect(asked).toEqual([
    {
      method: "POST",
      path: "/api/pets/add",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"name":"Rex"}',
      signal: undefined,
    },
    { method: "GET", path: "/api/pets/7/a%2Fb%20c", headers, body: undefined, signal: undefined },
  ]);
});

test("a call's name says its domain", () => {
  expect(pets.show.name).toBe("pets.show");
  expect(pathOf(pets.show, { id: 7, part: "?x#y" })).toBe("/pets/7/%3Fx%23y");
});

async function refused(status: number, text: string, headers: Record<string, string> = {}): Promise<CallError> {
  const error = await answering(status, text, headers)
    .call(pets.add, { body: { name: "" } })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

test("wrong fields come with their texts", async () => {
  const text = '{"status":"error","message":"Name is required","data":{"name":"Name is required"}}';
  expect(await refused(422, text)).toMatchObject({
    status: 422,
    message: "Name is required",
    fields: { name: "Name is required" },
    retryAfter: undefined,
  });
});

test("a refusal that ends by itself says when", async () => {
  const text = '{"status":"error","message":"Too many tries.","data":null}';
  expect(await refused(429, text, { "retry-after": "30" })).toMatchObject({ status: 429, retryAfter: 30, fields: {} });
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [200, "<html>Sign in to the network</html>"],
  [503, ""],
])("an answer of %i that is no envelope is one that people can read", async (status, text) => {
  const error = await refused(status, text);
  expect(error.message).toBe("The service is not available right now. Please try again in a moment.");
});

test("an error is an error with any status", async () => {
  expect((await refused(200, '{"status":"error","message":"No","data":null}')).message).toBe("No");
});

test("files go as form data beside the body's fields, and the progress is handed on", async () => {
  const { asked, call } = answering(200, done);
  const file = { name: "a.csv" };
  const onProgress = () => undefined;
  await call(pets.add, { body: { name: "Rex" }, files: { photo: file }, onProgress });
  const form = { fields: { name: "Rex" }, files: { photo: file } };
  const headers = { accept: "application/json", authorization: "Bearer t" };
  expect(asked).toEqual([{ method: "POST", path: "/api/pets/add", headers, body: undefined, form, onProgress }]);
});
