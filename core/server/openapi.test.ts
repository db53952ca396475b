import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, optionalText, required } from "#core/fields.ts";
import { startTestApp } from "#testing/testApp.ts";
import { type OpenApi, openApiOf } from "./openapi.ts";

const app = await startTestApp();
afterAll(() => app.close());
const { mountedCalls } = app.server;
const get = (url: string) => app.http.inject({ method: "GET", url });
const document: OpenApi = (await get("/api/docs/openapi.json")).json();

test("the document is valid OpenAPI 3.1", async () => {
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
});

test("an invalid document is detected", async () => {
  const { valid } = await new Validator().validate({ ...JSON.parse(JSON.stringify(document)), paths: { add: {} } });
  expect(valid).toBe(false);
});

test.each(mountedCalls.map((call) => [call.name, call] as const))(
  "%s is documented as its contract declares",
  (name, call) => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation).toMatchObject({ operationId: name, summary: call.about });
    expect(operation?.security).toEqual(call.allow === "anyone" ? [] : [{ bearer: [] }]);
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const parameters = operation?.parameters as { name: string; in: string }[];
    expect(parameters.filter((one) => one.in === "path").map((one) => one.name)).toEqual(named);
    expect(Object.keys(call.params?.shape ?? {}).sort()).toEqual(named.toSorted());
    // A file requires form data; with an optional file, any encoding works.
    const kinds = ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"];
    const hasBody = call.method !== "GET" && [call.body, call.table, call.file].some((part) => part !== undefined);
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      hasBody ? kinds.slice(0, call.file && !call.file.optional ? 1 : kinds.length) : [],
    );
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "401", "403", "404", "422", "429", "503"]),
    );
  },
);

test("it documents only mounted calls", () => {
  const documented = Object.values(document.paths).flatMap((operations) => Object.values(operations));
  expect(documented).toHaveLength(mountedCalls.length);
});

test("request fields are documented as parsed, responses as sent", () => {
  const { add, table } = calls("pets", {
    add: {
      method: "POST",
      path: "/pets/add",
      allow: "anyone",
      audit: "none: an example",
      about: "Adds.",
      body: z.object({ name: required("Name is required"), note: optionalText() }),
      data: z.object({ id: Id }),
    },
    table: {
      method: "POST",
      path: "/pets/dt",
      allow: "anyone",
      about: "Pages.",
      table: true,
      data: z.object({ id: Id }),
    },
  });
  const { paths } = openApiOf([add, table]);
  const schemaOf = (content: Record<string, { schema: unknown }> | undefined) => content?.["application/json"]?.schema;
  expect(schemaOf(paths["/pets/add"]?.post?.requestBody?.content)).toMatchObject({
    type: "object",
    properties: { name: { type: "string" }, note: { type: "string" } },
    required: ["name"],
  });
  expect(schemaOf(paths["/pets/add"]?.post?.requestBody?.content)).not.toHaveProperty("additionalProperties");
  expect(schemaOf(paths["/pets/dt"]?.post?.requestBody?.content)).toMatchObject({ required: [] });
  expect(schemaOf(paths["/pets/add"]?.post?.responses["200"]?.content)).toMatchObject({
    properties: { status: {}, message: {}, data: { type: "object", properties: { id: { type: "number" } } } },
  });
  expect(schemaOf(paths["/pets/dt"]?.post?.responses["200"]?.content)).toMatchObject({
    properties: { draw: { type: "integer" }, recordsTotal: {}, recordsFiltered: {}, data: { type: "array" } },
  });
});

test("the page lists every call, and runs no script", async () => {
  const answer = await get("/api/docs");
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const { name, path } of mountedCalls) {
    expect(answer.payload).toContain(`id="${name}"`);
    expect(answer.payload).toContain(path);
  }
  expect(answer.payload).not.toMatch(/<script|javascript:|\son\w+=/);
  expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
});

test.each(["/api/none", "/api", "/api/login/more", "/api/docs/none", "/api/..%2f..%2fpackage.json", "/webhooks/none"])(
  "%s is answered with an enveloped 404",
  async (url) => {
    for (const method of ["GET", "POST", "DELETE", "PUT", "PATCH"] as const) {
      const answer = await app.http.inject({ method, url });
      expect(answer.statusCode, `${method} ${url}`).toBe(404);
      expect(answer.json()).toEqual({
        status: "error",
        message: "We couldn't find this. It may have been deleted.",
        data: null,
        request_id: answer.headers["x-request-id"],
      });
    }
  },
);

/** What a path's parameters may match: `/admin/clients/{id}` also matches `/admin/clients/dt`. */
const patternOf = (path: string) => new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`);

test.each(mountedCalls.map(({ name, method, path }) => [name, method, path] as const))(
  "%s answers no other method",
  async (_, method, path) => {
    const others = (["GET", "POST", "DELETE", "PUT"] as const).filter((other) => other !== method);
    const url = `/api${path.replace(/\{\w+\}/g, "1")}`;
    for (const other of others) {
      const taken = mountedCalls.some((call) => call.method === other && patternOf(call.path).test(url));
      if (!taken) expect((await app.http.inject({ method: other, url })).statusCode, other).toBe(404);
    }
  },
);
