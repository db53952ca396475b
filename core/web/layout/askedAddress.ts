import { matchRoutes } from "react-router";
import { allows } from "#core/people.ts";
import type { Session } from "../session/createSession.ts";
import { requiredScreenPath, type ScreenDeclaration, startPath } from "./screenDeclaration.ts";

/** The parameter of the sign-in's address that holds the address asked for. */
export const askedParameter = "next";

/** Where signing in leads anyway. */
const starts = ["/", "/dashboard", "/inbox/all", "/admin/dashboard"];

const longestAddress = 2_000;

/**
 * The path, query and fragment that somebody asked for, when it leads to a page of this site; undefined for anything
 * that a browser could take for an address elsewhere. The parameter is anybody's to write, so nothing else is trusted.
 */
export function ownAddress(asked: string | null | undefined): string | undefined {
  if (!asked || asked.length > longestAddress) return undefined;
  // A browser reads "//host", "/\host" and "/<tab>/host" as another host.
  if (!/^\/(?![/\\])/.test(asked) || /[\\\p{Cc}]/u.test(asked)) return undefined;
  const origin = "https://own.invalid";
  if (!URL.canParse(asked, origin)) return undefined;
  const { origin: found, pathname, search, hash } = new URL(asked, origin);
  // Dots may collapse into slashes: "/..//host".
  if (found !== origin || pathname.startsWith("//")) return undefined;
  return pathname + search + hash;
}

/** The sign-in's address that leads back to `asked`; a plain one where there is nothing to go back to. */
export function signInPath(asked: string): string {
  const own = ownAddress(asked);
  return own && !starts.includes(own) ? `/login?${new URLSearchParams({ [askedParameter]: own })}` : "/login";
}

/** Where a signed-in person lands: at the address asked for if their role may open it, else at their start. */
export function landing(person: Session, screens: readonly ScreenDeclaration[], search: string): string {
  const start = startPath(person, screens);
  const asked = ownAddress(new URLSearchParams(search).get(askedParameter));
  if (!asked || requiredScreenPath(person, screens)) return start;
  const { pathname } = new URL(asked, "https://own.invalid");
  const routes = screens.map((screen) => ({ path: screen.path, handle: screen }));
  const screen = matchRoutes(routes, pathname)?.[0]?.route.handle;
  const isOpen = screen && screen.layout !== "auth" && allows(screen.roles, person.user_type);
  return isOpen ? asked : start;
}
