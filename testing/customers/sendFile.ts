import type { FastifyInstance } from "fastify";
import type { Upload, UploadRecord } from "#domains/customers/upload/fields.ts";

export interface SentFile {
  readonly name?: string;
  readonly bytes: string | Uint8Array;
}

interface PreviewData {
  csvCustomers: UploadRecord[];
  truncated: boolean;
  list_id: number | "new" | null;
  upload: Upload;
}

export interface FileAnswer {
  readonly status: number;
  readonly message: string;
  /** The preview on success, the field errors on a 422. */
  readonly data: PreviewData & Record<string, string>;
}

/** Uploads a file as a browser's form does. */
export async function sendFile(
  http: FastifyInstance,
  token: string,
  { name = "customers.csv", bytes }: SentFile,
  fields: Record<string, string> = {},
): Promise<FileAnswer> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(
    "csv_file",
    new File([typeof bytes === "string" ? bytes : new Uint8Array(bytes)], name, { type: "text/csv" }),
  );
  const body = new Response(form);
  const answer = await http.inject({
    method: "POST",
    url: "/api/customers/csv_upload",
    headers: { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { ...answer.json(), status: answer.statusCode };
}
