import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";

/** Signs everybody in: the sample dealership's people and the super administrator. */
export const password = "Journey-4-all";

const variable = "ROOFTOP_JOURNEYS_URL";

const emails = {
  owner: "owner@demo.rooftop.test",
  agent: "agent@demo.rooftop.test",
  admin: "admin@rooftop.test",
};

/** The app that all journeys share. It is started after this file is first read, hence the getter. */
const app = {
  get url(): string {
    const url = process.env[variable];
    if (!url) throw new Error("The app for the journeys is not running.");
    return url;
  },
  password,
  emails,
};

type Who = keyof typeof emails;

interface Fixtures {
  app: typeof app;
  signIn: (page: Page, who: Who) => Promise<void>;
}

/** Hands the address of the started app on to the processes that run the journeys. */
export function rememberApp(url: string) {
  process.env[variable] = url;
}

export const test = base.extend<Fixtures>({
  app: [app, { option: true }],
  baseURL: ({ app }, use) => use(app.url),
  signIn: ({ app }, use) =>
    use(async (page, who) => {
      await page.goto("/login");
      await page.getByLabel(/^Email/).fill(app.emails[who]);
      await page.getByLabel(/^Password/).fill(app.password);
      await page.getByRole("button", { name: "Login", exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/login");
    }),
});

/** Fails with each violation's rule, what it asks for and where it is broken. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  expect(told).toEqual([]);
}

export { expect };
