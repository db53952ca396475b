import type { FastifyInstance } from "fastify";
import { type Caller, createCaller } from "#core/client.ts";

/** A typed caller over injected requests: the same client as the browser's, without a network. */
export function callerOf(http: FastifyInstance, token?: string, location_id?: number): Caller {
  return createCaller(
    async ({ method, path, headers, body }) => {
      const answer = await http.inject({
        method: method as "GET",
        url: path,
        headers,
        ...(body !== undefined && { payload: body }),
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
