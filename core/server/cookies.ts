import type { FastifyReply, FastifyRequest } from "fastify";

/** The cookies of one request. Scripts can't read what it sets, and requests from other sites don't carry it. */
export interface Cookies {
  get(name: string): string | undefined;
  /** Sets a cookie for the calls, which the browser keeps for so many seconds. */
  set(name: string, value: string, seconds: number): void;
}

/** Reads and sets the cookies of a request. They are sent over TLS alone where people use it. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Cookies {
  const scope = `Path=/api; HttpOnly; SameSite=Strict${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
  return {
    get: (name) => cookieIn(request.headers.cookie ?? "", name),
    set: (name, value, seconds) => void reply.header("set-cookie", `${name}=${value}; Max-Age=${seconds}; ${scope}`),
  };
}

function cookieIn(header: string, name: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
