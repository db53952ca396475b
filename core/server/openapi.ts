import * as z from "zod/mini";
import { type Call, type FileField, TableQuery } from "#core/call.ts";
import { failures } from "#core/failure.ts";

interface Content {
  content?: Record<string, { schema: unknown }>;
}

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, never[]>[];
  parameters: unknown[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, Content & { description: string }>;
}

export interface OpenApi {
  openapi: "3.1.0";
  info: { title: string; version: string };
  servers: { url: string }[];
  components: unknown;
  paths: Record<string, Record<string, Operation>>;
}

const bodyKinds = ["multipart/form-data", "application/x-www-form-urlencoded", "application/json"];

/** A file requires form data; where it is optional, the other encodings go without it. */
function contentOf(call: Call): Record<string, { schema: unknown }> | undefined {
  const kinds = call.file && !call.file.optional ? bodyKinds.slice(0, 1) : bodyKinds;
  const schemas = kinds.map((kind, at) => [kind, { schema: bodySchemaOf(call, at === 0) }] as const);
  return schemas[0]?.[1].schema ? Object.fromEntries(schemas) : undefined;
}

/** Describes the calls as an OpenAPI 3.1 document. */
export function openApiOf(calls: readonly Call[]): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const call of calls) {
    const operations = paths[call.path] ?? {};
    operations[call.method.toLowerCase()] = operation(call);
    paths[call.path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: { title: "Rooftop", version: "1" },
    servers: [{ url: "/api" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

function operation(call: Call): Operation {
  const content = contentOf(call);
  return {
    operationId: call.name,
    summary: call.about,
    tags: [call.name.split(".")[0] ?? ""],
    security: call.allow === "anyone" ? [] : [{ bearer: [] }],
    parameters: parametersOf(call),
    ...(content ? { requestBody: { content } } : {}),
    responses: {
      "200": { description: "Done", content: { "application/json": { schema: responseSchemaOf(call) } } },
      ...Object.fromEntries(
        Object.values(failures).map(({ status, message }) => [String(status), { description: message }]),
      ),
    },
  };
}

const schemaOf = (schema: z.ZodMiniType, io: "input" | "output") => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

function parametersOf(call: Call): unknown[] {
  const shape = call.params?.shape ?? {};
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    in: "path",
    required: true,
    schema: schemaOf(schema as z.ZodMiniType, "output"),
  }));
}

/** Fields as they are after conversion, whatever text a form sends. */
function bodySchemaOf(call: Call, isForm: boolean): unknown {
  if (call.method === "GET" || (call.method === "DELETE" && !call.body)) return undefined;
  const body = call.body ? inputSchemaOf(call.body) : undefined;
  if (call.file && isForm) return withFile(call.file, body as ObjectSchema | undefined);
  if (!call.table) return body;
  const table = inputSchemaOf(TableQuery);
  return body ? { allOf: [table, body] } : table;
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

function withFile({ field, optional }: FileField, body: ObjectSchema = {}) {
  const properties = { ...body.properties, [field]: { type: "string", format: "binary" } };
  return { ...body, type: "object", properties, required: [...(body.required ?? []), ...(optional ? [] : [field])] };
}

/** A field is required when it can't be omitted; unknown fields are ignored. */
function inputSchemaOf(schema: z.ZodMiniType) {
  const { additionalProperties: _, ...json } = schemaOf(schema, "output");
  if (!(schema instanceof z.ZodMiniObject)) return json;
  const fields = Object.entries(schema.shape as Record<string, z.ZodMiniType>);
  const required = fields.filter(([, field]) => !z.safeParse(field, undefined).success).map(([name]) => name);
  return { ...json, required };
}

const integer = { type: "integer" };
const cursor = { type: ["string", "null"] };

/** The additional response fields of large tables. */
const cursorFields = {
  recordsFilteredIsMore: { type: "boolean", description: "There are more records than recordsFiltered says" },
  cursors: {
    type: "object",
    description: "The pages beside this one: send one of them as cursor",
    properties: { start: { type: ["integer", "null"] }, previous: cursor, next: cursor, last: cursor },
  },
};

function responseSchemaOf(call: Call): unknown {
  const data = call.data ? schemaOf(call.data, "output") : { type: "null" };
  const envelope = {
    status: { enum: ["success", "warning", "info"] },
    message: { type: "string" },
    data: call.table ? { type: "array", items: data } : data,
  };
  const table = call.table
    ? {
        draw: integer,
        recordsTotal: integer,
        recordsFiltered: integer,
        truncated: { type: "boolean" },
        ...cursorFields,
      }
    : {};
  return { type: "object", properties: { ...envelope, ...table } };
}
