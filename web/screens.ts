import { matchPath } from "react-router";
import { signedIn } from "#core/people.ts";
import { load, type ScreenDeclaration } from "#core/web/screen.ts";

const modules = import.meta.glob<Record<string, ScreenDeclaration[]>>("../domains/**/web/screens.ts", { eager: true });

/** Every screen of every domain. */
export const screensOfDomains: readonly ScreenDeclaration[] = Object.values(modules).flatMap((module) =>
  Object.values(module).flat(),
);

const nothingYet: ScreenDeclaration = {
  path: "/start",
  name: "Start",
  title: "Start",
  roles: signedIn,
  layout: "shell",
  component: load(() => import("./shell/NothingYetScreen.tsx"), "NothingYetScreen"),
};

export const allScreens: readonly ScreenDeclaration[] = [...screensOfDomains, nothingYet];

/** The signed-in frame; the sign-in screens do without its code. */
export const Shell = load(() => import("./shell/Shell.tsx"), "Shell");

/** The screen at this address, whoever may see it. */
export function screenAt(path: string): ScreenDeclaration | undefined {
  return allScreens.find((one) => matchPath(one.path, path));
}

/** Fetches the code of the signed-in frame, with what stands in its menu, and of the screen at `path` ahead of its time. */
export async function fetchAhead(path: string): Promise<void> {
  const screen = allScreens.find((one) => one.layout === "shell" && matchPath(one.path, path));
  const badges = allScreens.map(({ menu }) => menu?.badge);
  // A failure here isn't one yet: the screen itself says so when it is really needed.
  await Promise.allSettled([Shell, screen?.component, ...badges].map((wanted) => wanted?.preload()));
}
