import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import { answerFailure } from "#core/server/failures.ts";
import type { PublicContacts } from "#domains/admin/publicSite/contract.ts";
import { createFillPage, type FilledPage, type FillPage } from "./sitePages.ts";

const yearInSeconds = 365 * 24 * 3600;

/** Headers that browsers read only on pages and workers. */
const ofPages = [
  "content-security-policy",
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "referrer-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
];

/** Kinds of files that no browser shows as a page. */
const inertFile = /\.(js|css|json|txt|webmanifest|woff2?|png|jpe?g|webp|ico)$/;
const workers = new Set(["service-worker.js", "calendar.js"]);

/**
 * The headers that mean nothing on this file; a first view has twenty of them. What isn't known to be inert keeps all.
 *
 * @param file as it was asked for: which copy of it is sent depends on the browser.
 */
function overheadOn(file: string): readonly string[] {
  if (workers.has(file) || !inertFile.test(file)) return [];
  return /^assets\/.*\.(js|css)$/.test(file)
    ? ["last-modified", "permissions-policy", ...ofPages]
    : ["permissions-policy", "content-security-policy"];
}

/** The file that a request names by its own path; undefined for one that a page answers. */
const requestedFile = ({ routeOptions, params }: FastifyRequest): string | undefined =>
  routeOptions.config.servesFiles ? (params as { "*": string })["*"] : undefined;

interface FileRoute {
  readonly servesFiles?: boolean;
}

declare module "fastify" {
  interface FastifyContextConfig extends FileRoute {}
}

/**
 * Serves the built web app: hashed files are cached for a year, pages are revalidated each time. The public site and
 * prerendered screens have their own pages; `index.html` answers every other screen's path.
 */
export async function serveWeb(
  http: FastifyInstance,
  folder: string | undefined,
  readContacts: () => Promise<PublicContacts>,
): Promise<void> {
  const built = folder && existsSync(join(folder, "index.html")) ? folder : undefined;
  if (built) {
    await http.register(fastifyStatic, {
      root: built,
      serve: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply: FastifyReply) => {
        const file = requestedFile(reply.request);
        const isHashed = file?.startsWith("assets/");
        reply.header("cache-control", isHashed ? `public, max-age=${yearInSeconds}, immutable` : "no-cache");
        for (const policy of file === undefined ? [] : overheadOn(file)) reply.removeHeader(policy);
      },
    });
    const files = (await readdir(built, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
    servePages(http, built, files, "site", createFillPage(built, readContacts));
    servePages(http, built, files, "prerendered");
    serveFiles(http, built, files);
  }
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isScreen =
      ["GET", "HEAD"].includes(request.method) &&
      !/^\/(api|webhooks|simulator\/api|socket\.io|assets)(\/|$)/.test(path);
    if (!isScreen) return answerFailure(new Failure("absent"), request, reply);
    if (!built) return reply.type("text/plain").send("The web app is not built. Run: npm start");
    return sendPage(reply, path, "index.html", built);
  });
}

function sendPage(reply: FastifyReply, path: string, file: string, built: string): FastifyReply {
  // The URL holds a password reset ticket, which must not leak in a Referer header.
  if (/^\/forgot-password(\/|$)/.test(path)) reply.header("referrer-policy", "no-referrer");
  return reply.header("cache-control", "no-cache").sendFile(file, built, { cacheControl: false });
}

function sendFilled(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { html, brotli, etag }: FilledPage,
): FastifyReply {
  reply.header("cache-control", "no-cache").header("etag", etag).header("vary", "accept-encoding");
  if (headers["if-none-match"] === etag) return reply.code(304).send();
  reply.type("text/html; charset=utf-8");
  const takesBrotli = /(^|,)\s*br\s*(;\s*q=(0?\.0*[1-9]|1)[\d.]*\s*)?(,|$)/i.test(
    String(headers["accept-encoding"] ?? ""),
  );
  return takesBrotli ? reply.header("content-encoding", "br").send(brotli) : reply.send(html);
}

/** Serves rendered pages at their paths: `site/services/crm.html` at `/services/crm`, `prerendered/login.html` at `/login`. */
function servePages(
  http: FastifyInstance,
  built: string,
  files: readonly string[],
  folder: "site" | "prerendered",
  fillPage?: FillPage,
): void {
  for (const file of files.filter((name) => name.startsWith(`${folder}/`) && name.endsWith(".html"))) {
    const path = file.slice(folder.length).replace(/(index)?\.html$/, "");
    http.get(path, async (request, reply) => {
      const filled = await fillPage?.(file);
      return filled ? sendFilled(request, reply, filled) : sendPage(reply, path, file, built);
    });
  }
}

/** One route for all files: a route for each costs 27 MB of memory and a fifth of the start (`npm run bench start`). */
function serveFiles(http: FastifyInstance, built: string, files: readonly string[]): void {
  // Pages are served at their paths alone: the simulator's is not for everybody.
  const paths = new Set(files.filter((file) => extname(file) !== "" && !/\.(html|br|gz)$/.test(file)));
  const config: FileRoute = { servesFiles: true };
  http.get<{ Params: { "*": string } }>("/*", { config }, (request, reply) => {
    const file = request.params["*"];
    return paths.has(file) ? reply.sendFile(file, built) : reply.callNotFound();
  });
}
