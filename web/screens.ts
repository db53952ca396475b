import { matchPath } from "react-router";
import { everyRole } from "#core/people.ts";
import {
  homePath,
  type LazyScreen,
  lazyScreen,
  type ScreenDeclaration,
  settingsPath,
} from "#core/web/layout/screenDeclaration.ts";
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

/**
 * The signed-in addresses whose first view is prerendered, each with what it needs besides the shell: the modules of the
 * menu's badges and of its screen.
 */
export function prerenderedModules(): ReadonlyMap<string, readonly string[]> {
  const declared = Object.entries(modules).flatMap(([file, module]) => {
    const folder = file.replace("../", "").replace("screens.ts", "");
    const moduleOf = ({ componentName }: LazyScreen) => `${folder}${componentName}.tsx`;
    return Object.values(module).flatMap((screens) => screens.map((screen) => ({ screen, moduleOf })));
  });
  const badges = declared.flatMap(({ screen, moduleOf }) => (screen.menu?.badge ? [moduleOf(screen.menu.badge)] : []));
  // What frames a page of the settings, and what their list shows.
  const frame = declared.flatMap(({ screen, moduleOf }) => [
    ...(screen.path === settingsPath ? [moduleOf(screen.component)] : []),
    ...(screen.settings?.alert ? [moduleOf(screen.settings.alert)] : []),
  ]);
  const pages = declared.flatMap(({ screen, moduleOf }) => {
    const { path, menu, settings, prerenderedPaths = [], component } = screen;
    const addresses = [...(menu ? [menu.to ?? path] : []), ...(settings ? [path] : []), ...prerenderedPaths];
    const around = settings || path === settingsPath ? frame : [];
    return addresses.map((address) => [address, [...new Set([...badges, ...around, moduleOf(component)])]] as const);
  });
  return new Map(pages);
}

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
