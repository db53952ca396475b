import { expect, test } from "vitest";
import * as z from "zod/mini";
import { calls, pathOf } from "./call.ts";
import { CallError, createCaller, type TransportRequest, type TransportResponse } from "./client.ts";
import { Id } from "./fields.ts";

const pets = calls("pets", {
  add: {
    method: "POST",
    path: "/pets/add",
    allow: "anyone",
    audit: "none: an example",
    about: "Adds.",
    body: z.object({ name: z.string() }),
  },
  show: {
    method: "GET",
    path: "/pets/{id}/{part}",
    allow: "anyone",
    about: "Shows.",
    params: z.object({ id: Id, part: z.string() }),
  },
});

function callerAnswering(status: number, text: string, headers: Record<string, string> = {}) {
  const requests: TransportRequest[] = [];
  const transport = async (request: TransportRequest): Promise<TransportResponse> => {
    requests.push(request);
    return { status, header: (name) => headers[name] ?? null, text: async () => text };
  };
  return { requests, call: createCaller(transport, () => ({ authorization: "Bearer t" })) };
}

const success = '{"status":"success","message":"Done","data":{"id":1}}';

test("a call is sent as its contract declares", async () => {
  const { requests, call } = callerAnswering(200, success);
  expect(await call(pets.add, { body: { name: "Rex" } })).toEqual(JSON.parse(success));
  await call(pets.show, { params: { id: 7, part: "a/b c" } });
  const headers = { accept: "application/json", authorization: "Bearer t" };
  expect(requests).toEqual([
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

test("a call's name includes its domain", () => {
  expect(pets.show.name).toBe("pets.show");
  expect(pathOf(pets.show, { id: 7, part: "?x#y" })).toBe("/pets/7/%3Fx%23y");
});

async function failureOf(status: number, text: string, headers: Record<string, string> = {}): Promise<CallError> {
  const error = await callerAnswering(status, text, headers)
    .call(pets.add, { body: { name: "" } })
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  return error as CallError;
}

test("invalid fields come with their texts", async () => {
  const text = '{"status":"error","message":"Name is required","data":{"name":"Name is required"}}';
  expect(await failureOf(422, text)).toMatchObject({
    status: 422,
    message: "Name is required",
    fields: { name: "Name is required" },
    retryAfter: undefined,
  });
});

test("a temporary refusal says when to retry", async () => {
  const text = '{"status":"error","message":"Too many tries.","data":null}';
  expect(await failureOf(429, text, { "retry-after": "30" })).toMatchObject({
    status: 429,
    retryAfter: 30,
    fields: {},
  });
});

test.each([
  [502, "<html>Bad gateway</html>"],
  [200, "<html>Sign in to the network</html>"],
  [503, ""],
])("a %i response without an envelope gets a readable message", async (status, text) => {
  const error = await failureOf(status, text);
  expect(error.message).toBe("Rooftop isn't available right now. Try again in a moment.");
});

test("an error envelope is an error with any status", async () => {
  expect((await failureOf(200, '{"status":"error","message":"No","data":null}')).message).toBe("No");
});

test("files are sent as form data with the body's fields, and progress is passed on", async () => {
  const { requests, call } = callerAnswering(200, success);
  const file = { name: "a.csv" };
  const onProgress = () => undefined;
  await call(pets.add, { body: { name: "Rex" }, files: { photo: file }, onProgress });
  const form = { fields: { name: "Rex" }, files: { photo: file } };
  const headers = { accept: "application/json", authorization: "Bearer t" };
  expect(requests).toEqual([{ method: "POST", path: "/api/pets/add", headers, body: undefined, form, onProgress }]);
});
