import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FileField, ReceivedFile } from "#core/call.ts";
import { Failure, invalidField } from "#core/failure.ts";

/** Bracketed names as HTML forms and DataTables send them: `search[value]`, `columns[0][data]`. */
const qsOptions = { depth: 5, arrayLimit: 500, parameterLimit: 5_000 } as const;

/**
 * Accepts form data, urlencoded and JSON bodies alike. JSON names may use brackets too. The default limit is one
 * megabyte.
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
    async (_request: unknown, text: string) => parseBracketed(text),
  );
  await http.register(multipart, {
    limits: { fieldSize: 64 * 1024, fields: 1_000, files: 0, parts: 1_000 },
  });
  http.addHook("preValidation", async (request) => {
    const { takesFile, maxBodyBytes } = request.routeOptions.config;
    if (!request.isMultipart() || takesFile) return;
    request.body = (await readForm(request, undefined, maxBodyBytes)).body;
  });
}

/** A route's body settings; a form with a file is parsed only after its sender is authorized. */
export interface BodySettings {
  readonly takesFile?: boolean;
  readonly maxBodyBytes?: number | undefined;
}

declare module "fastify" {
  interface FastifyContextConfig extends BodySettings {}
}

interface ParsedForm {
  readonly body: Record<string, unknown>;
  readonly file: ReceivedFile | undefined;
}

/**
 * Parses form data. An oversized file is refused at once; the remaining bytes are drained so that the client receives
 * the refusal.
 */
export async function readForm(
  request: FastifyRequest,
  fileField: FileField | undefined,
  bodyBytes?: number,
): Promise<ParsedForm> {
  const fields: string[] = [];
  const limits = {
    ...(fileField && { files: 1, fileSize: fileField.maxBytes }),
    ...(bodyBytes && { fieldSize: bodyBytes }),
  };
  let file: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        if (part.valueTruncated) throw new Failure("tooLarge");
        fields.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
      } else if (fileField && part.fieldname === fileField.field) {
        file = { name: part.filename ?? "", bytes: await receiveFile(part.file, fileField) };
      } else throw new Failure("unsupported", noFileText);
    }
  } catch (error) {
    throw toRefusal(error as Error);
  }
  return { body: await parseBracketed(fields.join("&")), file };
}

async function receiveFile(
  stream: AsyncIterable<Uint8Array> & { truncated: boolean },
  fileField: FileField,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  if (stream.truncated) throw invalidField(fileField.field, fileField.tooLarge);
  return Buffer.concat(pieces);
}

const noFileText = "This doesn't take files.";

/** A truncated form, or one without a boundary, throws an error that has no status. */
function toRefusal(error: Error & { code?: string; statusCode?: number }): Error {
  if (error.code === "FST_FILES_LIMIT") return new Failure("unsupported", noFileText);
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

/** As in forms, an inherited property name such as `toString` is never a field. */
function withoutInherited(name: string, value: unknown): unknown {
  return name in Object.prototype ? undefined : value;
}

async function unbracketed(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Object.keys(body).some((name) => name.includes("[")) ? parseBracketed(body) : body;
}

/** Parses form text, or an object whose names use brackets. The app itself sends neither, so qs is loaded when needed. */
async function parseBracketed(form: string | Record<string, unknown>): Promise<Record<string, unknown>> {
  const { default: qs } = await import("qs");
  return qs.parse(form as string, qsOptions);
}
