import { type ComponentType, createContext, createElement, lazy, useContext, useState } from "react";
import { matchPath } from "react-router";
import { type Access, allows, type Role } from "#core/people.ts";
import type { Session } from "../session/session.ts";

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string; "aria-hidden"?: boolean }>;

/** A screen's entry in the left navigation. */
export interface MenuEntry {
  label: string;
  icon: Icon;
  /** The sort order of entries. */
  order: number;
  /** The entry's link, when the screen's path has parameters. */
  to?: string;
  /** Entries of one group appear under this heading, at the position of the group's first entry. */
  group?: string;
  /** The icon of that heading, if not that of its first entry. */
  groupIcon?: Icon;
  /** Shown at the entry, such as an unread dot; it may make calls. */
  badge?: LazyScreen;
  /** True: left out of the operator's support access. */
  hiddenFromSupport?: true;
}

/** The path of the settings, whose screen frames their pages. */
export const settingsPath = "/settings";

/** A page's entry in the list of settings. */
export interface SettingsEntry {
  /** Whom or what it is about. */
  group: "you" | "location" | "business";
  /** The sort order of entries in a group. */
  order: number;
  /** Shown at the entry while something waits for the person; it may make calls. */
  alert?: LazyScreen;
  /** "reads": shown during the operator's support access, too. */
  supportAccess?: "reads";
}

export interface ScreenDeclaration {
  /** A React Router path: `/inbox/:type/:chat_id?`. */
  path: `/${string}`;
  /** The screen's visible heading; the page title is "Rooftop — title". */
  title: string;
  /** Who may see it; `"anyone"` needs no sign-in. */
  roles: Access;
  menu?: MenuEntry;
  /** The path of the screen whose menu entry is highlighted, for a screen without an entry. */
  menuPath?: string;
  /** Makes it a page of the settings: framed by their screen, listed there, and prerendered. */
  settings?: SettingsEntry;
  /** Addresses with a prerendered first view, besides the menu entry's. */
  prerenderedPaths?: readonly `/${string}`[];
  layout: "auth" | "shell" | "public";
  /** Where the screen has a header of its own on a phone, in place of the app's; true: at its path. */
  ownPhoneHeader?: true | `/${string}`;
  /** True while this user must complete this screen before any other. */
  comesFirst?: (person: Session) => boolean;
  component: LazyScreen;
  /** What the screen's domain shows about a customer beside a conversation, lazily loaded; above the contact data what tells what it is about. */
  customerPart?: { order: number; isAbove?: true; component: ComponentType<CustomerPartProps> };
  /** An icon in the head of a conversation, by which the screen's domain does something for the customer. */
  customerAction?: { order: number; component: ComponentType<CustomerPartProps> };
}

/** The customer of the open conversation. */
export interface CustomerPartProps {
  customer_id: number;
  chat_id: number;
}

/** A component that is loaded when it is needed, from a file beside its declaration. */
export type LazyScreen = ComponentType & {
  preload: () => Promise<unknown>;
  readonly componentName: string;
  /** Without its ending. */
  readonly file: string;
};

/** Declares a domain's screens. */
export function screens(declared: ScreenDeclaration[]): ScreenDeclaration[] {
  return declared;
}

/**
 * A lazily loaded screen: `lazyScreen(() => import("./TeamScreen.tsx"), "TeamScreen")`. A preloaded one renders at
 * once, whereas React.lazy would show its fallback for at least 300 ms. Its file has its name, or that given.
 */
export function lazyScreen<K extends string>(
  module: () => Promise<Record<K, ComponentType>>,
  exported: K,
  file: string = exported,
): LazyScreen {
  let loaded: ComponentType | undefined;
  const preload = async () => {
    loaded = (await module())[exported];
    return { default: loaded };
  };
  const LazyComponent = lazy(preload);
  function Loaded() {
    const [Screen] = useState(() => loaded ?? LazyComponent);
    return createElement(Screen);
  }
  return Object.assign(Loaded, { preload, componentName: exported, file });
}

/** The page title: the product's name and the screen's. */
export function pageTitle(title: string | undefined): string {
  return title ? `Rooftop — ${title}` : "Rooftop";
}

const ScreensContext = createContext<readonly ScreenDeclaration[]>([]);
export const ScreensProvider = ScreensContext.Provider;

/** Every declared screen, so that links appear only where they lead somewhere. */
export function useScreens(): readonly ScreenDeclaration[] {
  return useContext(ScreensContext);
}

/** True when a screen with this path is declared, and open to the role if one is given. */
export function useHasScreen(path: string, role?: Role): boolean {
  const screen = useScreens().find((screen) => screen.path === path);
  return screen !== undefined && (role === undefined || allows(screen.roles, role));
}

/** The path of the screen that this user must complete first, if any. */
export function requiredScreenPath(person: Session, declared: readonly ScreenDeclaration[]): string | undefined {
  return declared.find(({ comesFirst }) => comesFirst?.(person))?.path;
}

/** Where this user starts: the screen to complete first, else home. */
export function startPath(person: Session, declared: readonly ScreenDeclaration[]): string {
  return requiredScreenPath(person, declared) ?? homePath(person.user_type, declared);
}

/** Where a role starts: the specified screen, or the first menu entry if that one isn't declared. */
export function homePath(role: Role, declared: readonly ScreenDeclaration[]): string {
  const open = declared.filter(({ layout, roles }) => layout === "shell" && allows(roles, role));
  const specified = role === "superadmin" ? "/admin/dashboard" : "/inbox/all";
  if (open.some(({ path }) => matchPath(path, specified))) return specified;
  const [first] = open.filter(({ menu }) => menu).sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
  return first ? (first.menu?.to ?? first.path) : "/start";
}
