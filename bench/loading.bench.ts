import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { pino } from "pino";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { logIn } from "../e2e/app.ts";
import { launchOptionsFor } from "../playwright.config.ts";
import { type BenchInbox, openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { median } from "./comparison.ts";

/*
 * Opening a page with nothing cached, at a fourth of the processor's speed and on a mobile connection.
 * npm run bench loading
 * npm run bench loading -- --against=/path/to/dist/web   in turn with another build, for example one without a trick
 */

const runs = Number(flag("runs") ?? 9);
const slowdown = 4;
/** Bytes per second, and milliseconds per request: Lighthouse's slow 4G. */
const connection = { offline: false, downloadThroughput: 204_800, uploadThroughput: 93_750, latency: 150 };
/** Each page, and what it shows once it can be used. */
const pages = {
  "/login": "#root:not([data-drawn]) input",
  "/inbox/all": "#root:not([inert]) [data-chat]",
  "/dashboard2": '#root:not([inert]) button[aria-label^="New Messages: "]',
  "/customers": "#root:not([inert]) tbody tr td",
};

interface Loading {
  /** Kilobytes on the wire, with the headers. */
  script: number;
  style: number;
  files: number;
  /** Milliseconds; `blocking` is what tasks take beyond 50 ms each. */
  paint: number;
  blocking: number;
  usable: number;
}

const units: Record<keyof Loading, string> = {
  script: "kB JS",
  style: "kB CSS",
  files: "files",
  paint: "ms LCP",
  blocking: "ms blocking",
  usable: "ms until usable",
};

function flag(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split("=")[1];
}

interface Timings {
  paint: number;
  blocking: number;
}

/** Collects the largest contentful paint and the blocking time in the page. */
function observeLoading(): void {
  const timings = { paint: 0, blocking: 0 };
  Object.assign(window, { timings });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe("largest-contentful-paint", (entry) => {
    timings.paint = entry.startTime;
  });
  observe("longtask", (entry) => {
    timings.blocking += entry.duration - 50;
  });
}

type SignedIn = Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>>;

async function signIn(browser: Browser, { url, owner, password }: BenchInbox): Promise<SignedIn> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await logIn(page, { email: owner, password });
  await page.waitForURL(/\/inbox/);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function load(browser: Browser, url: string, path: string, shown: string, state?: SignedIn): Promise<Loading> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: state,
    viewport: { width: 412, height: 823 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const bytes = { script: [] as Promise<number>[], stylesheet: [] as Promise<number>[] };
  page.on("requestfinished", (request) => {
    const kind = request.resourceType();
    if (kind !== "script" && kind !== "stylesheet") return;
    bytes[kind].push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  await page.addInitScript(observeLoading);
  const protocol = await context.newCDPSession(page);
  await protocol.send("Network.enable");
  await protocol.send("Network.emulateNetworkConditions", connection);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(shown).first().waitFor();
  const usable = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  const timings = await page.evaluate(() => (window as never as { timings: Timings }).timings);
  const sum = async (sizes: Promise<number>[]) =>
    (await Promise.all(sizes)).reduce((all, size) => all + size, 0) / 1000;
  const loading = {
    script: await sum(bytes.script),
    style: await sum(bytes.stylesheet),
    files: bytes.script.length + bytes.stylesheet.length,
    usable,
    ...timings,
  };
  await context.close();
  return loading;
}

const log = pino({ level: "silent" });
const postgres = await startBenchPostgres();
const folders = [join(import.meta.dirname, "../dist/web"), ...(flag("against")?.split(",") ?? [])];
const sides: { folder: string; app: BenchInbox; state: SignedIn; loadings: Map<string, Loading[]> }[] = [];
const browser = await chromium.launch(launchOptionsFor(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium"));
for (const folder of folders) {
  const app = await openBenchInbox(postgres.url, 50_000, { realtime: createRealtime({ log }) }, folder);
  sides.push({ folder, app, state: await signIn(browser, app), loadings: new Map() });
}
for (let run = -1; run < runs; run++) {
  for (const [path, shown] of Object.entries(pages)) {
    for (const { app, state, loadings } of run % 2 ? sides : sides.toReversed()) {
      const loading = await load(browser, app.url, path, shown, path === "/login" ? undefined : state);
      // The first run warms the server up.
      if (run >= 0) loadings.set(path, [...(loadings.get(path) ?? []), loading]);
    }
  }
}
for (const path of Object.keys(pages)) {
  console.log(`\n${path}, medians of ${runs}`);
  for (const { folder, loadings } of sides) {
    const figures = Object.entries(units).map(([key, unit]) => {
      const values = (loadings.get(path) ?? []).map((loading) => loading[key as keyof Loading]);
      const sorted = values.toSorted((a, b) => a - b);
      return `${median(values).toFixed(0)} ${unit} (${sorted[0]?.toFixed(0)}–${sorted.at(-1)?.toFixed(0)})`;
    });
    console.log(`${folder}\n  ${figures.join(", ")}`);
  }
}
await browser.close();
for (const { app } of sides) await app.close();
await postgres.stop();
process.exit(0);
