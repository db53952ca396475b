import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { allows, type Role, roles } from "#core/people.ts";
import { pageTitle } from "#core/web/screen.ts";

/** The screens that strangers come to first. Everything on them is known at build. */
const forms = ["/login", "/register", "/forgot-password"];

/** Signed-in screens, and the code of each: what stands on them before anything is known but somebody's role. */
const frames: Record<string, string> = {
  "/inbox/all": "inbox/web/InboxScreen.tsx",
  "/inbox/unread": "inbox/web/InboxScreen.tsx",
  "/inbox/unreplied": "inbox/web/InboxScreen.tsx",
  "/inbox/mine": "inbox/web/InboxScreen.tsx",
  "/dashboard2": "dashboard/web/DashboardScreen.tsx",
  "/appointments": "appointments/web/AppointmentsScreen.tsx",
  "/tasks": "tasks/web/TasksScreen.tsx",
  "/alerts": "alerts/web/AlertsScreen.tsx",
  "/customers": "customers/web/CustomersScreen.tsx",
  "/customers/lists": "lists/web/ListsScreen.tsx",
  "/leaderboard": "leaderboard/web/LeaderboardScreen.tsx",
  "/team": "team/web/TeamScreen.tsx",
  "/report": "report/web/ReportScreen.tsx",
  "/locations": "locations/web/LocationsScreen.tsx",
  "/settings": "accounts/settings/web/SettingsScreen.tsx",
  "/admin/dashboard": "admin/overview/web/DashboardScreen.tsx",
  "/admin/clients": "admin/clients/web/ClientsScreen.tsx",
  "/admin/customers": "admin/customers/web/PlatformCustomersScreen.tsx",
  "/admin/messages": "admin/messages/web/PlatformMessagesScreen.tsx",
  "/admin/tags": "admin/tags/web/TagsScreen.tsx",
  "/admin/logs": "admin/logs/web/LogsScreen.tsx",
};

/** A screen as it is served: visible at once. */
interface Served {
  /** Where it stands below `drawn/` of the built web app. */
  readonly file: string;
  readonly title: string;
}

/** What can be filled in before the app takes it over. */
export interface DrawnForm extends Served {
  readonly markup: string;
}

/** What is looked at, and can't be used, until the app takes its place. */
export interface DrawnFrame extends Served {
  /** As each role sees it. */
  readonly markups: Partial<Record<Role, string>>;
  /** Where the screen's code is. */
  readonly code: string;
}

/** The storage of nobody's browser: who opens a page is unknown at build. */
const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: () => undefined,
  removeItem: () => undefined,
  clear: () => undefined,
};

/** What is drawn of a person's own; the page itself (`frame.js`) puts in what their browser keeps under these names. */
const names = ["business_name", "location", "first_name", "last_name", "user_name_initials"];
/** The operator has none. */
const ofBusiness = /^(business_name|location)$/;

/** Draws the app at each of these addresses. */
export async function drawScreens(): Promise<{ forms: DrawnForm[]; frames: DrawnFrame[] }> {
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { value: storage, configurable: true });
  }
  const drawn = { forms: await Promise.all(forms.map(drawForm)), frames: [] as DrawnFrame[] };
  // One after the other: there is only one who is signed in.
  for (const [path, code] of Object.entries(frames)) drawn.frames.push(await drawFrame(path, `domains/${code}`));
  return drawn;
}

async function drawForm(path: string): Promise<DrawnForm> {
  return { ...(await served(path)), markup: await markupAt(path) };
}

async function drawFrame(path: string, code: string): Promise<DrawnFrame> {
  const { session } = await import("#core/web/session.ts");
  const { screenAt } = await import("../screens.ts");
  const markups: DrawnFrame["markups"] = {};
  for (const role of roles.filter((role) => allows(screenAt(path)?.roles ?? [], role))) {
    for (const [key, value] of Object.entries({ auth_token: "-", location_id: "1", user_type: role }))
      kept.set(key, value);
    for (const name of names) kept.set(name, role === "superadmin" && ofBusiness.test(name) ? "" : `{{kept:${name}}}`);
    session.reload();
    markups[role] = await markupAt(path);
  }
  return { ...(await served(path)), markups, code };
}

async function served(path: string): Promise<Served> {
  const { screenAt } = await import("../screens.ts");
  return { file: `${path.slice(1)}.html`, title: pageTitle(screenAt(path)?.name) };
}

async function markupAt(path: string): Promise<string> {
  // Only now: the session looks into the storage as soon as it is imported.
  const { App } = await import("../App.tsx");
  const AtPath = ({ children }: { children: ReactNode }) => <StaticRouter location={path}>{children}</StaticRouter>;
  const failures: unknown[] = [];
  const { prelude } = await prerender(<App router={AtPath} />, {
    // In one piece: parts that come later would need inline scripts, which the content security policy refuses.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (failure) => void failures.push(failure),
  });
  const markup = await new Response(prelude).text();
  if (failures.length > 0) throw new AggregateError(failures, `${path} can't be drawn at build`);
  return markup;
}
