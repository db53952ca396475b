import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { pageTitle } from "#core/web/screen.ts";

/** The screens that strangers come to first. Everything on them is known at build. */
const paths = ["/login", "/register", "/forgot-password"];

/** A screen as it is served: visible at once, and usable when the app has taken it over. */
export interface DrawnScreen {
  /** Where it stands below `drawn/` of the built web app. */
  readonly file: string;
  readonly title: string;
  readonly markup: string;
}

/** Nobody's browser: who opens a page is unknown at build. */
const empty = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, clear: () => undefined };

/** Draws the app at each of these addresses. */
export async function drawScreens(): Promise<DrawnScreen[]> {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { value: empty, configurable: true });
  }
  // Only now: the session looks into the storage as soon as it is imported.
  const [{ App }, { screenAt }] = await Promise.all([import("../App.tsx"), import("../screens.ts")]);
  return Promise.all(
    paths.map(async (path) => {
      const AtPath = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
      // In one piece: parts that come later would need inline scripts, which the content security policy refuses.
      const { prelude } = await prerender(<App router={AtPath} />, { progressiveChunkSize: Number.POSITIVE_INFINITY });
      const markup = await new Response(prelude).text();
      return { file: `${path.slice(1)}.html`, title: pageTitle(screenAt(path)?.name), markup };
    }),
  );
}
