import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Failure } from "#core/failure.ts";
import { answerFailure } from "#core/server/failures.ts";

const aYear = 365 * 24 * 3600;

/** Serves the built web app: its hashed files for ever, its page fresh, and that page for every path of a screen. */
export async function serveWeb(http: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder && existsSync(join(folder, "index.html")) ? folder : undefined;
  if (built) {
    await http.register(fastifyStatic, {
      root: built,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes("/assets/");
        reply.header("cache-control", hashed ? `public, max-age=${aYear}, immutable` : "no-cache");
        // It rules what a page may do; on a script or a style it is only weight.
        if (hashed) reply.removeHeader("content-security-policy");
      },
    });
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isScreen = request.method === "GET" && !/^\/(api|webhooks|simulator\/api|socket\.io|assets)(\/|$)/.test(path);
    if (!isScreen) return answerFailure(new Failure("absent"), request, reply);
    if (!built) return reply.type("text/plain").send("The web app is not built. Run: npm start");
    return reply.header("cache-control", "no-cache").sendFile("index.html", built, { cacheControl: false });
  });
}
