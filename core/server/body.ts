import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import qs from "qs";
import { Failure } from "#core/failure.ts";

/** Fields and brackets as browsers' forms and DataTables send them: `search[value]`, `columns[0][data]`. */
const reading = { depth: 5, arrayLimit: 500, parameterLimit: 5_000 } as const;

/**
 * Accepts bodies alike as form data, urlencoded and JSON. A JSON body may use brackets in its names too.
 * Bodies over a megabyte are refused.
 */
export async function acceptBodies(http: FastifyInstance): Promise<void> {
  http.removeContentTypeParser("application/json");
  http.addContentTypeParser("application/json", { parseAs: "string" }, async (_request: unknown, text: string) => {
    if (text.trim() === "") return {};
    return unbracketed(jsonObject(text));
  });
  http.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, text: string) => qs.parse(text, reading),
  );
  await http.register(multipart, {
    limits: { fieldSize: 64 * 1024, fields: 1_000, files: 0, parts: 1_000 },
  });
  http.addHook("preValidation", async (request) => {
    if (!request.isMultipart()) return;
    const fields: string[] = [];
    for await (const part of request.parts()) {
      if (part.type !== "field") throw new Failure("unsupported", "No file is expected here.");
      if (part.valueTruncated) throw new Failure("tooLarge");
      fields.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
    }
    request.body = qs.parse(fields.join("&"), reading);
  });
}

function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure("malformed");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Failure("malformed");
  return value as Record<string, unknown>;
}

function unbracketed(body: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(body).some((name) => name.includes("["))) return body;
  return qs.parse(body as never, reading) as Record<string, unknown>;
}
