import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { pino } from "pino";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { logIn } from "../e2e/app.ts";
import { launchOptionsFor } from "../playwright.config.ts";
import { type BenchInbox, openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { median, percentile } from "./comparison.ts";

/*
 * Responsiveness in a browser: how long a chat takes to open, how long the slowest of fifty actions takes on a processor
 * slowed down four times, and how smoothly a chat of 20,000 messages scrolls.
 * CHROMIUM_PATH overrides the path of Debian's Chromium.
 */

const longChatMessages = 20_000;
/** How often each visible chat is opened. */
const [rounds, visibleChats] = [3, 8];
/** Milliseconds to open a chat, per action and per frame; and elements on the page. */
const limits = { opening: 100, action: 150, frames: 20, nodes: 1_500 };

/** Fills the first chat up to 20,000 messages; returns its id. */
async function ensureLongChat({ pool, firstChat, dealer }: BenchInbox): Promise<number> {
  const counted = await pool.query("select count(*)::int as n from messages where dealer_id = $1 and chat_id = $2", [
    dealer.dealer_id,
    firstChat,
  ]);
  await pool.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
     select $1, $2, n % 2, 'Line ' || n || repeat(' of a long conversation about trucks', (n % 7)::int),
       case n % 2 when 1 then 'received' else 'delivered' end, now() - ($3::int - n) * interval '10 minutes'
     from generate_series($4::int + 1, $3) n`,
    [dealer.dealer_id, firstChat, longChatMessages, counted.rows[0].n],
  );
  return firstChat;
}

async function openPage(browser: Browser, benchInbox: BenchInbox): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: benchInbox.url, viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  await logIn(page, { email: benchInbox.owner, password: benchInbox.password });
  await page.waitForURL(/\/inbox/);
  await page.goto("/inbox/all");
  await page.locator("[data-chat]").nth(12).waitFor();
  return page;
}

/** Milliseconds from each click on a chat until its messages are painted. */
async function measureOpenings(page: Page): Promise<number[]> {
  const durations: number[] = [];
  // Only visible rows, in turn: scrolling would render others.
  for (let time = 0; time < rounds * visibleChats; time++) {
    const chat = page.locator("[data-chat]").nth(time % visibleChats);
    const painted = chat.evaluate((row) => {
      const heading = () => document.querySelector("h1, h2")?.textContent;
      const before = document.querySelector('[role="log"]');
      const whose = before?.getAttribute("aria-label");
      return new Promise<number>((resolve) => {
        row.addEventListener(
          "click",
          (click) => {
            const look = () => {
              const log = document.querySelector('[role="log"]');
              const isShown = log?.querySelector("article, [role=article]") && log.getAttribute("aria-label") !== whose;
              if (!isShown || !heading()) return requestAnimationFrame(look);
              const channel = new MessageChannel();
              channel.port1.onmessage = () => resolve(performance.now() - click.timeStamp);
              return channel.port2.postMessage(null);
            };
            requestAnimationFrame(look);
          },
          { once: true },
        );
      });
    });
    // A pointer rests on a row before it clicks, so hover prefetches count.
    await chat.hover();
    await page.waitForTimeout(150);
    await chat.click();
    durations.push(await painted);
    // A person reads before opening the next chat.
    await page.waitForLoadState("networkidle");
  }
  return durations;
}

/** About fifty actions on a slowed processor, each from its input event until the next paint. */
async function measureActions(page: Page): Promise<{ count: number; worst: number; p75: number; named: string }> {
  await page.evaluate(() => {
    const events: { id: number; duration: number; name: string }[] = [];
    Object.assign(window, { events });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration, name, target } = entry as PerformanceEventTiming;
        const place = target instanceof Element ? (target.getAttribute("aria-label") ?? target.textContent ?? "") : "";
        if (interactionId) events.push({ id: interactionId, duration, name: `${name} on "${place.slice(0, 40)}"` });
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const waitForPaint = () => page.waitForTimeout(400);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await waitForPaint();
  };
  let count = 0;
  const act = async (work: () => Promise<unknown>) => {
    await work();
    await waitForPaint();
    count += 1;
  };
  const composer = page.getByRole("textbox", { name: "Message", exact: true });
  for (const at of [0, 3, 1, 4, 2, 5, 7, 4, 6, 1]) await act(() => page.locator("[data-chat]").nth(at).click());
  await act(() => composer.click());
  for (const letter of "See you at five then") await act(() => press(letter === " " ? "Space" : letter));
  for (let time = 0; time < 3; time++) {
    await act(() => page.getByRole("button", { name: /^Filter/ }).click());
    await act(() => press("Escape"));
  }
  await act(() => page.getByRole("searchbox", { name: "Search conversations" }).click());
  for (const letter of "see") await act(() => press(letter));
  await act(() => press("Escape"));
  for (const key of ["j", "j", "k", "?", "Escape"]) await act(() => press(key));
  for (const name of ["In-Active", "Active"]) {
    await act(() => page.getByRole("tab", { name: new RegExp(`^${name}`) }).click());
  }
  await waitForPaint();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const events = await page.evaluate(
    () => (window as never as { events: { id: number; duration: number; name: string }[] }).events,
  );
  const byAction = new Map<number, { duration: number; name: string }>();
  for (const { id, duration, name } of events) {
    if ((byAction.get(id)?.duration ?? 0) < duration) byAction.set(id, { duration, name });
  }
  const slowest = [...byAction.values()].sort((a, b) => b.duration - a.duration);
  const durations = slowest.map(({ duration }) => duration);
  const named = slowest.slice(0, 3).map(({ name, duration }) => `${duration} ms ${name}`);
  return { count, worst: durations[0] ?? 0, p75: percentile(durations, 0.75), named: named.join("; ") };
}

/** Frame times in milliseconds while the wheel scrolls up the long chat, and the peak number of elements. */
async function measureScrolling(page: Page, url: string): Promise<{ frames: number[]; nodes: number; seen: number }> {
  await page.goto(url);
  const log = page.getByRole("log");
  await log.getByRole("article").nth(5).waitFor();
  const box = await log.boundingBox();
  if (!box) throw new Error("The messages are not shown");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    const samples = { frames: [] as number[], nodes: 0, seen: new Set<string>() };
    Object.assign(window, { samples });
    let last = performance.now();
    const look = (now: number) => {
      samples.frames.push(now - last);
      last = now;
      if (samples.frames.length % 20 === 0) {
        samples.nodes = Math.max(samples.nodes, document.querySelectorAll("*").length);
        for (const line of document.querySelectorAll('[role="log"] article, [role="log"] [role=article]')) {
          samples.seen.add(/Line \d+/.exec(line.textContent ?? "")?.[0] ?? "");
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (let turn = 0; turn < 250; turn++) {
    await page.mouse.wheel(0, -240);
    await page.waitForTimeout(30);
  }
  return page.evaluate(() => {
    const { frames, nodes, seen } = (
      window as never as { samples: { frames: number[]; nodes: number; seen: Set<string> } }
    ).samples;
    return { frames, nodes, seen: seen.size };
  });
}

const log = pino({ level: "silent" });
const postgres = await startBenchPostgres();
const webFolder = join(import.meta.dirname, "../dist/web");
const benchInbox = await openBenchInbox(postgres.url, 50_000, { realtime: createRealtime({ log }) }, webFolder);
const chat = await ensureLongChat(benchInbox);
const browser = await chromium.launch(launchOptionsFor(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium"));
let passed = true;
const report = (what: string, value: number, limit: number, unit: string, more = "") => {
  passed &&= value <= limit;
  console.log(`${what}: ${value.toFixed(0)}${unit} (must ${limit})${more}`);
};
const page = await openPage(browser, benchInbox);
const opened = await measureOpenings(page);
const first = opened.slice(0, visibleChats).map((taken) => taken.toFixed(0));
report(
  "Opening a chat, median",
  median(opened),
  limits.opening,
  " ms",
  `, those of a page just loaded ${first.join(" ")}`,
);
const { count, worst, p75, named } = await measureActions(page);
report(
  `The slowest of ${count} actions at a fourth of the speed`,
  worst,
  limits.action,
  " ms",
  `, p75 ${p75}: ${named}`,
);
const { frames, nodes, seen } = await measureScrolling(page, `${benchInbox.url}/inbox/all/${chat}`);
report(
  "Scrolling 20,000 messages, 95 of 100 frames",
  percentile(frames, 0.95),
  limits.frames,
  " ms",
  `, ${seen} lines seen`,
);
report("Elements on the page meanwhile", nodes, limits.nodes, "");
await browser.close();
await benchInbox.close();
await postgres.stop();
process.exit(passed ? 0 : 1);
