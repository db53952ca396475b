import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Failure } from "#core/failure.ts";
import { answerFailure } from "#core/server/failures.ts";

const aYear = 365 * 24 * 3600;

/**
 * Serves the built web app: its hashed files for ever, its pages fresh. The public site has pages of its own, and the
 * app's page answers every path of a screen.
 */
export async function serveWeb(http: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder && existsSync(join(folder, "index.html")) ? folder : undefined;
  if (built) {
    await http.register(fastifyStatic, {
      root: built,
      wildcard: false,
      // At the root stands the public site.
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes("/assets/");
        reply.header("cache-control", hashed ? `public, max-age=${aYear}, immutable` : "no-cache");
        // It rules what a page may do; on a script or a style it is only weight.
        if (hashed) reply.removeHeader("content-security-policy");
      },
    });
    await serveSite(http, built);
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isScreen = request.method === "GET" && !/^\/(api|webhooks|simulator\/api|socket\.io|assets)(\/|$)/.test(path);
    if (!isScreen) return answerFailure(new Failure("absent"), request, reply);
    if (!built) return reply.type("text/plain").send("The web app is not built. Run: npm start");
    // A link from here must tell nobody the way to a new password.
    if (/^\/forgot-password(\/|$)/.test(path)) reply.header("referrer-policy", "no-referrer");
    return reply.header("cache-control", "no-cache").sendFile("index.html", built, { cacheControl: false });
  });
}

/** The pages of the public site, which the build rendered: `site/index.html`, `site/services/crm.html` and so on. */
async function serveSite(http: FastifyInstance, built: string): Promise<void> {
  const folder = join(built, "site");
  const files = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const path = `/${file.replaceAll("\\", "/").replace(/(index)?\.html$/, "")}`;
    http.get(path, (_request, reply) => reply.sendFile(join("site", file), built, { cacheControl: false }));
  }
}
