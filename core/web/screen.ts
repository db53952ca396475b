import { type ComponentType, createContext, createElement, lazy, useContext, useState } from "react";
import { matchPath } from "react-router";
import { type Access, allows, type Role } from "#core/people.ts";
import type { Session } from "./session.ts";

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

/** A screen's entry in the left navigation. */
export interface MenuEntry {
  label: string;
  icon: Icon;
  /** Entries stand in this order. */
  place: number;
  /** Where the entry leads, when the screen's path has parameters. */
  to?: string;
  /** Entries of one group stand together under this heading, at the place of the group's first entry. */
  group?: string;
  /** Shown at the entry, such as a dot when something is unread; it may ask calls. */
  badge?: LoadedScreen;
}

export interface ScreenDeclaration {
  /** As React Router reads it: `/inbox/:type/:chat_id?`. */
  path: `/${string}`;
  /** The route's name: the page title is "Rooftop — name". */
  name: string;
  /** The screen's heading, as people read it. */
  title: string;
  /** Who may see it: `"anyone"` needs no sign-in. */
  roles: Access;
  menu?: MenuEntry;
  /** The path of the screen whose menu entry is highlighted on this one, which has none of its own. */
  under?: string;
  layout: "auth" | "shell" | "public";
  /** True for people who have to pass this screen before any in the shell. */
  comesFirst?: (person: Session) => boolean;
  component: LoadedScreen;
}

export type LoadedScreen = ComponentType & { preload: () => Promise<unknown> };

/** Declares a domain's screens. */
export function screens(declared: ScreenDeclaration[]): ScreenDeclaration[] {
  return declared;
}

/**
 * A screen that is loaded when it is first needed: `load(() => import("./TeamScreen.tsx"), "TeamScreen")`. One that was
 * preloaded is there at once: React would show the loader in its place, and that for three tenths of a second at least.
 */
export function load<K extends string>(module: () => Promise<Record<K, ComponentType>>, exported: K): LoadedScreen {
  let there: ComponentType | undefined;
  const preload = async () => {
    there = (await module())[exported];
    return { default: there };
  };
  const Awaited = lazy(preload);
  function Loaded() {
    const [Screen] = useState(() => there ?? Awaited);
    return createElement(Screen);
  }
  return Object.assign(Loaded, { preload });
}

/** The page title: the product's name and the route's. */
export function pageTitle(name: string | undefined): string {
  return name ? `Rooftop — ${name}` : "Rooftop";
}

const Declared = createContext<readonly ScreenDeclaration[]>([]);
export const ScreensProvider = Declared.Provider;

/** Every declared screen, so that links appear only where they lead somewhere. */
export function useScreens(): readonly ScreenDeclaration[] {
  return useContext(Declared);
}

/** True when a screen with this path is declared (and, when a role is given, open to it). */
export function useHasScreen(path: string, role?: Role): boolean {
  const found = useScreens().find((screen) => screen.path === path);
  return found !== undefined && (role === undefined || allows(found.roles, role));
}

/** The path of the screen that comes before all others for this person, if there is one. */
export function firstOf(person: Session, declared: readonly ScreenDeclaration[]): string | undefined {
  return declared.find(({ comesFirst }) => comesFirst?.(person))?.path;
}

/** Where this person starts: at what comes first, else at home. */
export function startOf(person: Session, declared: readonly ScreenDeclaration[]): string {
  return firstOf(person, declared) ?? homeOf(person.user_type, declared);
}

/** Where a person of this role starts: the specified place, or the first of the menu until that screen exists. */
export function homeOf(role: Role, declared: readonly ScreenDeclaration[]): string {
  const open = declared.filter(({ layout, roles }) => layout === "shell" && allows(roles, role));
  const specified = role === "superadmin" ? "/admin/dashboard" : "/inbox/all";
  if (open.some(({ path }) => matchPath(path, specified))) return specified;
  const [first] = open.filter(({ menu }) => menu).sort((a, b) => (a.menu?.place ?? 0) - (b.menu?.place ?? 0));
  return first ? (first.menu?.to ?? first.path) : "/start";
}
