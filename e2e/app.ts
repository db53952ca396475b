import { randomInt } from "node:crypto";
import { type APIRequestContext, test as base, expect, type Page } from "@playwright/test";
import { createSession, type SignedInUser } from "#core/web/session/createSession.ts";

/** Signs everybody in: the sample dealership's people and the super administrator. */
export const password = "Journey-4-all";

const variable = "ROOFTOP_JOURNEYS_URL";

const emails = {
  owner: "owner@demo.rooftop.test",
  manager: "manager@demo.rooftop.test",
  agent: "agent@demo.rooftop.test",
  admin: "admin@rooftop.test",
};

/** The app that all journeys share. It is started after this file is first read, hence the getter. */
export const app = {
  get url(): string {
    const url = process.env[variable];
    if (!url) throw new Error("The app for the journeys is not running.");
    return url;
  },
  password,
  emails,
};

type SampleUser = keyof typeof emails;

/** What a person types at the login screen. */
interface Credentials {
  email: string;
  password: string;
}

/** The part of the `app` fixture that signs in the sample dealership's owner. */
export interface OwnerLogin {
  emails: { owner: string };
  password: string;
}

interface JourneyFixtures {
  app: typeof app;
  /** Stores the person's session in the page, as after signing in, without opening a screen. */
  signIn: (page: Page, who: SampleUser | Credentials) => Promise<void>;
  /** What the browser refused by the pages' policies; a journey fails at any of it. */
  refusals: string[];
}

interface WorkerFixtures {
  /** Local storage of each signed-in person by email: signing in is slow and rate-limited. */
  sessions: Map<string, [string, string][]>;
}

/** Passes the started app's URL on to the worker processes. */
export function rememberApp(url: string) {
  process.env[variable] = url;
}

export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  app: [app, { option: true }],
  baseURL: ({ app }, use) => use(app.url),
  // Each journey has its own IP address, because rate limits count by address.
  extraHTTPHeaders: ({ app: _ }, use) => use({ "x-forwarded-for": `198.18.${randomInt(256)}.${randomInt(1, 255)}` }),
  refusals: [
    async ({ context }, use) => {
      const refusals: string[] = [];
      context.on("console", (entry) => {
        if (/Content Security Policy|Trusted ?(HTML|Script|Type)|Permissions-Policy/.test(entry.text()))
          refusals.push(`${entry.page()?.url()}: ${entry.text()}`);
      });
      await use(refusals);
      expect(refusals).toEqual([]);
    },
    { auto: true },
  ],
  sessions: [({ browserName: _ }, use) => use(new Map()), { scope: "worker" }],
  signIn: ({ app, request, sessions }, use) =>
    use(async (page, who) => {
      const credentials = typeof who === "string" ? { email: app.emails[who], password: app.password } : who;
      const kept = sessions.get(credentials.email) ?? (await sessionOf(request, credentials));
      sessions.set(credentials.email, kept);
      await page.goto("/health");
      await page.evaluate((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      }, kept);
    }),
});

const ownerSessions = new Map<string, Promise<SignedInUser>>();

/** An access token of the owner for preparing a journey; signs in once per owner, because that is slow on purpose. */
export async function ownerToken(request: APIRequestContext, { emails, password }: OwnerLogin): Promise<string> {
  const known = ownerSessions.get(emails.owner) ?? signedIn(request, { email: emails.owner, password });
  ownerSessions.set(emails.owner, known);
  return (await known).access_token;
}

async function signedIn(request: APIRequestContext, data: Credentials): Promise<SignedInUser> {
  const answer = await request.post("/api/login", { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

async function sessionOf(request: APIRequestContext, credentials: Credentials): Promise<[string, string][]> {
  const persistent = memoryStorage();
  createSession(persistent, memoryStorage()).start(await signedIn(request, credentials));
  return [...persistent.entries];
}

function memoryStorage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: (at: number) => [...entries.keys()][at] ?? null,
    get length() {
      return entries.size;
    },
  };
}

/** Waits until the app has hydrated the prerendered page. */
export const waitForHydration = (page: Page) => expect(page.locator("#root[data-drawn]")).toHaveCount(0);

/** Goes to an address inside the running app, as links do: ten times as fast as loading it. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState(history.state, "", path);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, path);
}

/** The same, until the screen there and its rows have replaced those of the screen before. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate((path) => {
    if (location.pathname + location.search === path) return;
    for (const title of document.querySelectorAll("h1")) title.setAttribute("data-left", "");
  }, path);
  await openInApp(page, path);
  await expect(page.locator("h1[data-left]")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

/** The addresses in the menu. */
export async function menuPaths(page: Page): Promise<string[]> {
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link").first()).toBeVisible();
  // Until then, a group's button does nothing.
  await waitForHydration(page);
  const closed = menu.getByRole("button", { expanded: false });
  for (let left = await closed.count(); left > 0; left--) await closed.first().click();
  return menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}

/** Fills in and submits the login screen. */
export async function logIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto("/login");
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

export { expect };
