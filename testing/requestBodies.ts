import type { FastifyInstance } from "fastify";

type Fields = Record<string, string>;

/** Form data as a browser sends it, with its content type. */
export async function formOf(fields: Record<string, string | Blob>): Promise<[Buffer, string]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = new Response(form);
  return [Buffer.from(await response.arrayBuffer()), response.headers.get("content-type") ?? ""];
}

/** The encodings in which a body may be sent. */
const encodings = {
  json: (fields: Fields) => new Response(JSON.stringify(fields), { headers: { "content-type": "application/json" } }),
  urlencoded: (fields: Fields) => new Response(new URLSearchParams(fields)),
  "form data": (fields: Fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return new Response(form);
  },
} as const satisfies Record<string, (fields: Fields) => Response>;

export type Encoding = keyof typeof encodings;
export const everyEncoding = Object.keys(encodings) as Encoding[];

/** Posts a body as another program would; returns the status and the envelope. */
export async function postEncoded(
  http: FastifyInstance,
  token: string,
  path: string,
  fields: Fields,
  encoding: Encoding,
) {
  const body = encodings[encoding](fields);
  const answer = await http.inject({
    method: "POST",
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: answer.statusCode, ...answer.json() };
}
