import { matchRoutes } from "react-router";
import { allows, type Role } from "#core/people.ts";
import type { MenuEntry, ScreenDeclaration } from "#core/web/screen.ts";

export interface MenuItem extends MenuEntry {
  path: string;
  to: string;
  component: ScreenDeclaration["component"];
}

/** An entry that stands alone, or a group of several. */
export type MenuPart = { item: MenuItem } | { group: string; items: MenuItem[] };

/** The left navigation for a role. A group with a single entry open to the role is shown as that entry. */
export function menuOf(screens: readonly ScreenDeclaration[], role: Role): MenuPart[] {
  const items = screens
    .filter((screen) => screen.menu && allows(screen.roles, role))
    .map(({ menu, path, component }) => ({ to: path, ...menu, path, component }) as MenuItem)
    .sort((a, b) => a.place - b.place);
  const done = new Set<string>();
  return items.flatMap((item): MenuPart[] => {
    if (!item.group) return [{ item }];
    if (done.has(item.group)) return [];
    done.add(item.group);
    const together = items.filter(({ group }) => group === item.group);
    return together.length > 1 ? [{ group: item.group, items: together }] : [{ item }];
  });
}

/** The path of the screen whose entry is highlighted at an address. */
export function currentEntry(screens: readonly ScreenDeclaration[], pathname: string): string | undefined {
  const routes = screens.map(({ path, under }) => ({ path, handle: under ?? path }));
  return matchRoutes(routes, pathname)?.[0]?.route.handle;
}
