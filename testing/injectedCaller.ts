import type { FastifyInstance } from "fastify";
import { type Caller, createCaller, type TransportForm } from "#core/client.ts";

/** A typed caller over injected requests: the browser's client without a network. */
export function injectedCaller(http: FastifyInstance, token?: string, location_id?: number): Caller {
  return createCaller(
    async ({ method, path, headers, body, form }) => {
      const formBody = form && (await encodeForm(form));
      const response = await http.inject({
        method: method as "GET",
        url: path,
        headers: { ...headers, ...formBody?.headers },
        ...(body !== undefined && { payload: body }),
        ...(formBody && { payload: formBody.payload }),
      });
      return {
        status: response.statusCode,
        header: (name) => (response.headers[name] === undefined ? null : String(response.headers[name])),
        text: async () => response.payload,
      };
    },
    () => ({
      ...(token && { authorization: `Bearer ${token}` }),
      ...(location_id && { "location-id": String(location_id) }),
    }),
  );
}

/** Encodes form data as a browser does. */
async function encodeForm({ fields, files }: TransportForm) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files)) form.set(name, file as File);
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { headers, payload: Buffer.from(await request.arrayBuffer()) };
}
