import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { matchPath, StaticRouter } from "react-router";
import { allows, roles } from "#core/people.ts";
import { pageTitle, type ScreenDeclaration } from "#core/web/layout/screenDeclaration.ts";
import type { PrerenderedForm, PrerenderedFrame, PrerenderedPage, PrerenderedScreens } from "./prerenderedPages.ts";

/** Screens for visitors without a session. Everything on them is known at build time. */
const formPaths = ["/login", "/register", "/forgot-password"];

/** Stands in for the browser's storage, which doesn't exist at build time. */
const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
};

/** Personal values rendered as placeholders; `frame.js` replaces them from localStorage under these keys. */
const placeholderKeys = ["business_name", "location", "first_name", "last_name", "user_name_initials"];
/** The operator has no business. */
const businessKeys = /^(business_name|location)$/;

/** Prerenders the app at each of these paths. */
export async function prerenderScreens(): Promise<PrerenderedScreens> {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { value: storage, configurable: true });
  }
  const { prerenderedModules } = await import("./prerenderedModules.ts");
  const forms = await Promise.all(formPaths.map(prerenderForm));
  const frames: PrerenderedFrame[] = [];
  // One at a time, because they share the storage.
  for (const [path, modules] of prerenderedModules()) frames.push(await prerenderFrame(path, modules));
  return { forms, frames };
}

async function prerenderForm(path: string): Promise<PrerenderedForm> {
  return { ...(await describePage(path)), markup: await markupAt(path) };
}

async function prerenderFrame(path: string, modules: readonly string[]): Promise<PrerenderedFrame> {
  const { session } = await import("#core/web/session/session.ts");
  const { loadSignedIn } = await import("../signedIn.ts");
  await loadSignedIn();
  const screen = await screenAt(path);
  const markups: PrerenderedFrame["markups"] = {};
  for (const role of roles.filter((role) => allows(screen?.roles ?? [], role))) {
    for (const [key, value] of Object.entries({ auth_token: "-", location_id: "1", user_type: role }))
      stored.set(key, value);
    for (const key of placeholderKeys)
      stored.set(key, role === "superadmin" && businessKeys.test(key) ? "" : `{{kept:${key}}}`);
    session.reload();
    markups[role] = await markupAt(path);
  }
  return { ...(await describePage(path)), markups, modules };
}

async function screenAt(path: string): Promise<ScreenDeclaration | undefined> {
  const { allScreens } = await import("../screens.ts");
  return allScreens.find((screen) => matchPath(screen.path, path));
}

async function describePage(path: string): Promise<PrerenderedPage> {
  return { file: `${path.slice(1)}.html`, title: pageTitle((await screenAt(path))?.title) };
}

async function markupAt(path: string): Promise<string> {
  // Imported late, because the session reads the storage on import.
  const { App } = await import("../App.tsx");
  const AtPath = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={AtPath} />, {
    // In one chunk: streamed boundaries need inline scripts, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (failure) => void failures.push(failure),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${path} can't be prerendered`);
  return markup;
}
