import { matchPath } from "react-router";
import { everyRole } from "#core/people.ts";
import { homePath, lazyScreen, type ScreenDeclaration, settingsPath } from "#core/web/layout/screenDeclaration.ts";
import { signInScreens } from "./signInScreens.ts";

const modules = import.meta.glob<Record<string, ScreenDeclaration[]>>("../domains/**/web/screens.ts", { eager: true });

/** Every domain's screens in the shell. */
const domainScreens = Object.values(modules).flatMap((module) => Object.values(module).flat());

const emptyStart: ScreenDeclaration = {
  path: "/start",
  title: "Start",
  roles: everyRole,
  layout: "shell",
  component: lazyScreen(() => import("./shell/NothingYetScreen.tsx"), "NothingYetScreen"),
};

/** The simulator of an app that others reach, too: the operator signs in first. */
const simulator: ScreenDeclaration = {
  path: "/simulator",
  title: "Simulator",
  roles: ["superadmin"],
  layout: "public",
  component: lazyScreen(() => import("#simulator/web/SimulatorScreen.tsx"), "SimulatorScreen"),
};

/** Every screen. Signing in loads `signInScreens` alone; this list, which names all files of all screens, comes with the shell. */
export const allScreens: readonly ScreenDeclaration[] = [...signInScreens, ...domainScreens, emptyStart, simulator];

/** Preloads the code of the menu's badges and of the screen at `path`. */
export async function preloadScreen(path: string): Promise<void> {
  const screen = allScreens.find(({ layout, path: pattern }) => layout === "shell" && matchPath(pattern, path));
  const badges = allScreens.map(({ menu }) => menu?.badge);
  const isInSettings = screen?.settings !== undefined || screen?.path === settingsPath;
  const frame = allScreens.map((one) => (one.path === settingsPath ? one.component : one.settings?.alert));
  // Ignored here: the screen reports a failed import when it renders.
  const needed = [screen?.component, ...badges, ...(isInSettings ? frame : [])];
  await Promise.allSettled(needed.map((component) => component?.preload()));
}

/** Preloads what most people open first. */
export const preloadHome = (): Promise<void> => preloadScreen(homePath("dealer", allScreens));
