import { matchRoutes } from "react-router";
import { allows, type Role } from "#core/people.ts";
import { type MenuEntry, type ScreenDeclaration, settingsPath } from "#core/web/layout/screenDeclaration.ts";

export interface MenuItem extends MenuEntry {
  path: string;
  to: string;
  component: ScreenDeclaration["component"];
}

/** A single entry, or a group of several. */
export type MenuPart = { item: MenuItem } | { group: string; items: MenuItem[] };

/** The navigation for a role. A group in which the role may see only one entry becomes that entry. */
export function menuOf(screens: readonly ScreenDeclaration[], role: Role, isSupport = false): MenuPart[] {
  const items = screens
    .filter(({ menu, roles }) => menu && allows(roles, role) && !(isSupport && menu.hiddenFromSupport))
    .map(({ menu, path, component }) => ({ to: path, ...menu, path, component }) as MenuItem)
    .sort((a, b) => a.order - b.order);
  const seenGroups = new Set<string>();
  return items.flatMap((item): MenuPart[] => {
    if (!item.group) return [{ item }];
    if (seenGroups.has(item.group)) return [];
    seenGroups.add(item.group);
    const groupItems = items.filter(({ group }) => group === item.group);
    return groupItems.length > 1 ? [{ group: item.group, items: groupItems }] : [{ item }];
  });
}

/** The path of the screen whose entry is highlighted at `pathname`. */
export function currentEntry(screens: readonly ScreenDeclaration[], pathname: string): string | undefined {
  const routes = screens.map(({ path, menuPath, settings }) => ({
    path,
    handle: menuPath ?? (settings ? settingsPath : path),
  }));
  return matchRoutes(routes, pathname)?.[0]?.route.handle;
}

/** The declared title of the screen at `pathname`. */
export function titleAt(screens: readonly ScreenDeclaration[], pathname: string): string | undefined {
  const routes = screens.map(({ path, title }) => ({ path, handle: title }));
  return matchRoutes(routes, pathname)?.[0]?.route.handle;
}
