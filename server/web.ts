import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Failure } from "#core/failure.ts";
import { answerFailure } from "#core/server/failures.ts";

const aYear = 365 * 24 * 3600;

/**
 * Serves the built web app: its hashed files for ever, its pages fresh. The public site has pages of its own, so have the
 * screens that strangers come to, and the app's page answers every other path of a screen.
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
    await serveRendered(http, built, "site");
    await serveRendered(http, built, "drawn");
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isScreen = request.method === "GET" && !/^\/(api|webhooks|simulator\/api|socket\.io|assets)(\/|$)/.test(path);
    if (!isScreen) return answerFailure(new Failure("absent"), request, reply);
    if (!built) return reply.type("text/plain").send("The web app is not built. Run: npm start");
    return sendPage(reply, path, "index.html", built);
  });
}

function sendPage(reply: FastifyReply, path: string, file: string, built: string): FastifyReply {
  // A link from here must tell nobody the way to a new password.
  if (/^\/forgot-password(\/|$)/.test(path)) reply.header("referrer-policy", "no-referrer");
  return reply.header("cache-control", "no-cache").sendFile(file, built, { cacheControl: false });
}

/**
 * The pages that the build rendered: those of the public site (`site/index.html`, `site/services/crm.html`), and the
 * screens that strangers come to (`drawn/login.html`).
 */
async function serveRendered(http: FastifyInstance, built: string, name: "site" | "drawn"): Promise<void> {
  const folder = join(built, name);
  const files = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  for (const file of files.filter((name) => name.endsWith(".html"))) {
    const path = `/${file.replaceAll("\\", "/").replace(/(index)?\.html$/, "")}`;
    http.get(path, (_request, reply) => sendPage(reply, path, join(name, file), built));
  }
}
