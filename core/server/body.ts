import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import qs from "qs";
import type { FileField, ReceivedFile } from "#core/call.ts";
import { Failure, invalid } from "#core/failure.ts";

/** Fields and brackets as browsers' forms and DataTables send them: `search[value]`, `columns[0][data]`. */
const reading = { depth: 5, arrayLimit: 500, parameterLimit: 5_000 } as const;

/**
 * Accepts bodies alike as form data, urlencoded and JSON. A JSON body may use brackets in its names too.
 * Bodies over a megabyte are refused.
 */
export async function acceptBodies(http: FastifyInstance): Promise<void> {
  http.removeContentTypeParser(["application/json", "text/plain"]);
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
    const { takesFile, bodyBytes } = request.routeOptions.config;
    if (!request.isMultipart() || takesFile) return;
    request.body = (await readForm(request, undefined, bodyBytes)).body;
  });
}

/** What a route says of its forms: one with a file is read once its sender may send it. */
export interface FormSettings {
  readonly takesFile?: boolean;
  readonly bodyBytes?: number | undefined;
}

declare module "fastify" {
  interface FastifyContextConfig extends FormSettings {}
}

interface Form {
  readonly body: Record<string, unknown>;
  readonly file: ReceivedFile | undefined;
}

/**
 * Reads form data. A file is received as it comes, and refused as soon as it is larger than it may be; what is still
 * on its way is then let go by, so that the sender hears the refusal.
 */
export async function readForm(
  request: FastifyRequest,
  takes: FileField | undefined,
  bodyBytes?: number,
): Promise<Form> {
  const fields: string[] = [];
  const limits = { ...(takes && { files: 1, fileSize: takes.bytes }), ...(bodyBytes && { fieldSize: bodyBytes }) };
  let file: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new Failure("tooLarge");
        fields.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
      } else if (takes && part.fieldname === takes.field) {
        file = { name: part.filename ?? "", bytes: await received(part.file, takes) };
      } else throw new Failure("unsupported", noFile);
    }
  } catch (error) {
    throw asRefusal(error as Error);
  }
  return { body: qs.parse(fields.join("&"), reading) as Record<string, unknown>, file };
}

async function received(stream: AsyncIterable<Uint8Array> & { truncated: boolean }, takes: FileField): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  if (stream.truncated) throw invalid(takes.field, takes.tooLarge);
  return Buffer.concat(pieces);
}

const noFile = "No file is expected here.";

/** A form that breaks off, or that names no boundary, is an error without a status. */
function asRefusal(error: Error & { code?: string; statusCode?: number }): Error {
  if (error.code === "FST_FILES_LIMIT") return new Failure("unsupported", noFile);
  return error instanceof Failure || error.statusCode !== undefined ? error : new Failure("malformed");
}

function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutInherited);
  } catch {
    throw new Failure("malformed");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Failure("malformed");
  return value as Record<string, unknown>;
}

/** As in forms: a name that every object has already, such as `toString`, names no field. */
function withoutInherited(name: string, value: unknown): unknown {
  return name in Object.prototype ? undefined : value;
}

function unbracketed(body: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(body).some((name) => name.includes("["))) return body;
  return qs.parse(body as never, reading) as Record<string, unknown>;
}
