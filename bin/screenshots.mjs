import "./requireNode.mjs";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildWeb } from "./buildWeb.mjs";
import { chromium } from "./chromium.mjs";
import { install, node24 } from "./install.mjs";
import { exitCodeOf, main, root, step, UserError } from "./steps.mjs";

const password = "Pictures-4-the-docs";
const folder = join(root, "docs/screenshots");
const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const siteFolder = join(root, "web/site/pictures");
/** The pictures that the public pages show, with their widths in pixels (`web/site/parts/Picture.tsx`). */
const sitePictures = {
  "inbox-desktop": [720, 1440],
  "inbox-phone": [390, 780],
  "appointments-desktop": [720, 1440],
  "dashboard-desktop": [720, 1440],
};

const newcomer = { email: "newcomer@demo.rooftop.test", password: "Blue-Kettle-17" };
const people = {
  newcomer,
  owner: { email: "owner@demo.rooftop.test", password },
  ownerInTheDark: { email: "owner@demo.rooftop.test", password },
  operator: { email: "admin@rooftop.test", password },
};
const firstRow = (page) => page.getByRole("row").nth(1);

/** Screenshots by person, in this order: the path, and `shows` for the element that must be visible first. */
const pictures = {
  nobody: {
    landing: { path: "/", shows: (page) => page.getByRole("heading", { level: 1 }) },
    register: { path: "/register", shows: (page) => page.getByRole("button", { name: "Register" }) },
    login: { path: "/login", shows: (page) => page.getByRole("button", { name: "Login", exact: true }) },
  },
  newcomer: {
    wizard: { path: "/register/wizard", shows: (page) => page.getByLabel(/^Location title/i) },
  },
  owner: {
    inbox: { path: "/inbox/all", shows: openChat },
    dashboard: {
      path: "/dashboard2?period=days30",
      shows: (page) => page.getByRole("button", { name: /^New Messages: / }),
    },
    customers: { path: "/customers", shows: (page) => page.getByRole("row").nth(3) },
    appointments: { path: "/appointments", shows: (page) => page.getByRole("row").nth(3) },
    settings: { path: "/settings/security", shows: (page) => page.getByLabel("Phone for OTP", { exact: true }) },
    campaign: { path: "/text-campaign", shows: openSentCampaign },
    meetings: { path: "/virtual", shows: (page) => page.getByRole("link", { name: /^Start: / }).first() },
    calls: { path: "/call-tracking", shows: firstRow },
    reviews: { path: "/reviews", shows: (page) => page.getByRole("button", { name: /^Reply/ }).first() },
    analytics: { path: "/analytics", shows: (page) => page.getByRole("img").first() },
    locations: { path: "/locations", shows: firstRow },
    simulator: { path: "/simulator", shows: openPhone },
  },
  /** The owner again, in the dark. */
  ownerInTheDark: {
    "lists-dark": { path: "/customers/lists", shows: firstRow },
    "tasks-dark": { path: "/tasks", shows: firstRow },
    "alerts-dark": { path: "/alerts?period=year", shows: (page) => page.getByRole("heading", { level: 1 }) },
    "settings-dark": { path: "/settings/security", shows: (page) => page.getByLabel("Phone for OTP", { exact: true }) },
  },
  operator: {
    clients: { path: "/admin/clients", shows: firstRow },
  },
};

await main(async () => {
  await install();
  await buildWeb();
  const executablePath = await chromium();
  // Imported late, because install() may have just installed them.
  const [playwright, { default: sharp }] = await Promise.all([import("@playwright/test"), import("sharp")]);
  mkdirSync(folder, { recursive: true });
  mkdirSync(siteFolder, { recursive: true });
  const { url, stop } = await step("Starting a fresh sample dealership", startApp);
  try {
    await register(url);
    const browser = await playwright.chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      for (const [size, viewport] of Object.entries(sizes)) {
        await step(`Pictures for ${size}`, () => takePictures(browser, url, size, viewport, sharp));
      }
    } finally {
      await browser.close();
    }
  } finally {
    await stop();
  }
});

async function takePictures(browser, baseURL, size, viewport, sharp) {
  const contextOptions = {
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    reducedMotion: "reduce",
    // Twice the pixels of a phone, as phones have them; the documents' pictures are reduced again.
    deviceScaleFactor: size === "phone" ? 2 : 1,
  };
  for (const [person, screens] of Object.entries(pictures)) {
    const colorScheme = person === "ownerInTheDark" ? "dark" : "light";
    if (colorScheme === "dark" && size === "phone") continue;
    const context = await browser.newContext({ baseURL, viewport, colorScheme, ...contextOptions });
    const page = await context.newPage();
    if (people[person]) await signIn(page, people[person]);
    for (const [name, { path, shows }] of Object.entries(screens)) {
      await page.goto(path);
      await (await shows(page)).waitFor();
      await page.waitForLoadState("networkidle").catch(() => undefined);
      const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
      await savePicture(colorScheme === "dark" ? `${name}.png` : `${name}-${size}.png`, picture, viewport, sharp);
      await saveSitePictures(`${name}-${size}`, picture, sharp);
    }
    await context.close();
  }
}

async function saveSitePictures(name, picture, sharp) {
  for (const width of sitePictures[name] ?? []) {
    const compressed = await sharp(picture).resize({ width }).webp({ quality: 78, effort: 6 }).toBuffer();
    writeFileSync(join(siteFolder, `${name}-${width}.webp`), compressed);
    console.log(`  web/site/pictures/${name}-${width}.webp: ${Math.round(compressed.length / 1024)} kB`);
  }
}

async function savePicture(name, picture, { width }, sharp) {
  const compressed = await sharp(picture)
    .resize({ width })
    .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
    .toBuffer();
  writeFileSync(join(folder, name), compressed);
  console.log(`  docs/screenshots/${name}: ${Math.round(compressed.length / 1024)} kB`);
}

async function signIn(page, { email, password }) {
  await page.goto("/login");
  await page.getByLabel(/^Email/).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Registers a business, whose owner then starts in the wizard. */
async function register(url) {
  const names = { first_name: "Nora", last_name: "Reyes", business_name: "Reyes Motors", phone: "(909)555-0161" };
  const body = JSON.stringify({ ...names, ...newcomer, zip: "92335" });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/register`, { method: "POST", headers, body });
  if (!response.ok) throw new UserError(`The newcomer could not register: ${await response.text()}`);
}

/** Opens the top chat, which on a phone covers the list. */
async function openChat(page) {
  await page.locator('a[href*="/inbox/all/"]').first().click();
  return page.getByRole("log").getByRole("article").last();
}

/** Opens the page of the campaign that was sent. */
async function openSentCampaign(page) {
  const sent = page.getByRole("row").filter({ hasText: /Sent|Finished/ });
  await sent.getByRole("link").first().click();
  return page.getByRole("heading", { level: 1 });
}

/** Opens the phone that texted last. */
async function openPhone(page) {
  const phone = page.getByRole("button", { name: /555-01/ }).first();
  await phone.click();
  await page.getByLabel("To", { exact: true }).locator("option").first().waitFor({ state: "attached" });
  return page.getByRole("textbox").first();
}

async function startApp() {
  const dataDir = mkdtempSync(join(tmpdir(), "rooftop-pictures-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  const passwords = { DEMO_PASSWORD: password, ADMIN_PASSWORD: password };
  const env = { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, DEMO: "on", ...passwords };
  const app = spawn(node24, ["server/main.ts"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { ...env, LOG_LEVEL: "error" },
  });
  const exited = exitCodeOf(app, node24);
  const stop = async () => {
    app.kill("SIGTERM");
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await sleep(100)) {
    if (app.exitCode !== null) break;
    const response = await fetch(`${url}/health`).catch(() => undefined);
    if (response?.status === 200) return { url, stop };
  }
  await stop();
  throw new UserError("The sample dealership did not become healthy; what it printed above says why.");
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
