import type { FastifyInstance } from "fastify";
import { type Caller, createCaller, type OutgoingForm } from "#core/client.ts";

/** A typed caller over injected requests: the same client as the browser's, without a network. */
export function callerOf(http: FastifyInstance, token?: string, location_id?: number): Caller {
  return createCaller(
    async ({ method, path, headers, body, form }) => {
      const asForm = form && (await encoded(form));
      const answer = await http.inject({
        method: method as "GET",
        url: path,
        headers: { ...headers, ...asForm?.headers },
        ...(body !== undefined && { payload: body }),
        ...(asForm && { payload: asForm.payload }),
      });
      return {
        status: answer.statusCode,
        header: (name) => (answer.headers[name] === undefined ? null : String(answer.headers[name])),
        text: async () => answer.payload,
      };
    },
    () => ({
      ...(token && { authorization: `Bearer ${token}` }),
      ...(location_id && { "location-id": String(location_id) }),
    }),
  );
}

/** Form data, as a browser sends it. */
async function encoded({ fields, files }: OutgoingForm) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [name, file] of Object.entries(files)) form.set(name, file as File);
  const request = new Response(form);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return { headers, payload: Buffer.from(await request.arrayBuffer()) };
}
