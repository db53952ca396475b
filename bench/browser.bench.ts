import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { pino } from "pino";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { logIn } from "../e2e/app.ts";
import { launchOf } from "../playwright.config.ts";
import { median, percentile } from "./figures.ts";
import { openTown, startGround, type Town } from "./town.ts";

/*
 * What a person feels in a browser: how long a chat takes to open, how long the slowest of fifty actions takes to show on
 * a processor that is four times slower, and how smoothly a chat of 20,000 messages scrolls.
 * CHROMIUM_PATH names the browser, where it isn't Debian's.
 */

const long = 20_000;
/** How often each of the chats in sight is opened. */
const [rounds, inSight] = [3, 8];
/** Milliseconds: a chat's messages after the click, and the slowest action. */
const limits = { opening: 100, action: 150, frames: 20, nodes: 1_500 };

/** The chat with 20,000 messages, made when it is not there yet. */
async function longChat({ pool, firstChat, dealer }: Town): Promise<number> {
  const counted = await pool.query("select count(*)::int as n from messages where dealer_id = $1 and chat_id = $2", [
    dealer.dealer_id,
    firstChat,
  ]);
  await pool.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
     select $1, $2, n % 2, 'Line ' || n || repeat(' of a long conversation about trucks', (n % 7)::int),
       case n % 2 when 1 then 'received' else 'delivered' end, now() - ($3::int - n) * interval '10 minutes'
     from generate_series($4::int + 1, $3) n`,
    [dealer.dealer_id, firstChat, long, counted.rows[0].n],
  );
  return firstChat;
}

async function openPage(browser: Browser, town: Town): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: town.url, viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  await logIn(page, { email: town.owner, password: town.password });
  await page.waitForURL(/\/inbox/);
  await page.goto("/inbox/all");
  await page.locator("[data-chat]").nth(12).waitFor();
  return page;
}

/** Milliseconds from the press on a chat's row until its messages are painted. */
async function openings(page: Page): Promise<number[]> {
  const taken: number[] = [];
  // Those in sight, in turn: whoever scrolls gets other rows.
  for (let time = 0; time < rounds * inSight; time++) {
    const chat = page.locator("[data-chat]").nth(time % inSight);
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
    // A person's pointer rests on what they are about to press.
    await chat.hover();
    await page.waitForTimeout(150);
    await chat.click();
    taken.push(await painted);
    // The next one is opened by somebody who has read this one.
    await page.waitForLoadState("networkidle");
  }
  return taken;
}

/** The slowest of fifty actions, from the press until the next frame shows what came of it. */
async function actions(page: Page): Promise<{ count: number; worst: number; p75: number; named: string }> {
  await page.evaluate(() => {
    const kept: { id: number; duration: number; name: string }[] = [];
    Object.assign(window, { kept });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, duration, name, target } = entry as PerformanceEventTiming;
        const place = target instanceof Element ? (target.getAttribute("aria-label") ?? target.textContent ?? "") : "";
        if (interactionId) kept.push({ id: interactionId, duration, name: `${name} on "${place.slice(0, 40)}"` });
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const settle = () => page.waitForTimeout(400);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await settle();
  };
  let count = 0;
  const act = async (work: () => Promise<unknown>) => {
    await work();
    await settle();
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
  await settle();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const kept = await page.evaluate(
    () => (window as never as { kept: { id: number; duration: number; name: string }[] }).kept,
  );
  const byAction = new Map<number, { duration: number; name: string }>();
  for (const { id, duration, name } of kept) {
    if ((byAction.get(id)?.duration ?? 0) < duration) byAction.set(id, { duration, name });
  }
  const slowest = [...byAction.values()].sort((a, b) => b.duration - a.duration);
  const durations = slowest.map(({ duration }) => duration);
  const named = slowest.slice(0, 3).map(({ name, duration }) => `${duration} ms ${name}`);
  return { count, worst: durations[0] ?? 0, p75: percentile(durations, 0.75), named: named.join("; ") };
}

/** Milliseconds between two frames while the long chat is scrolled up by the wheel, and the most elements meanwhile. */
async function scrolling(page: Page, url: string): Promise<{ frames: number[]; nodes: number; seen: number }> {
  await page.goto(url);
  const log = page.getByRole("log");
  await log.getByRole("article").nth(5).waitFor();
  const box = await log.boundingBox();
  if (!box) throw new Error("The messages are not shown");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => {
    const found = { frames: [] as number[], nodes: 0, seen: new Set<string>() };
    Object.assign(window, { found });
    let last = performance.now();
    const look = (now: number) => {
      found.frames.push(now - last);
      last = now;
      if (found.frames.length % 20 === 0) {
        found.nodes = Math.max(found.nodes, document.querySelectorAll("*").length);
        for (const line of document.querySelectorAll('[role="log"] article, [role="log"] [role=article]')) {
          found.seen.add(/Line \d+/.exec(line.textContent ?? "")?.[0] ?? "");
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
      window as never as { found: { frames: number[]; nodes: number; seen: Set<string> } }
    ).found;
    return { frames, nodes, seen: seen.size };
  });
}

const log = pino({ level: "silent" });
const ground = await startGround();
const webFolder = join(import.meta.dirname, "../dist/web");
const town = await openTown(ground.url, 50_000, { realtime: createRealtime({ log }) }, webFolder);
const chat = await longChat(town);
const browser = await chromium.launch(launchOf(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium"));
let good = true;
const say = (what: string, value: number, limit: number, unit: string, more = "") => {
  good &&= value <= limit;
  console.log(`${what}: ${value.toFixed(0)}${unit} (must ${limit})${more}`);
};
const page = await openPage(browser, town);
const opened = await openings(page);
const first = opened.slice(0, inSight).map((taken) => taken.toFixed(0));
say(
  "Opening a chat, median",
  median(opened),
  limits.opening,
  " ms",
  `, those of a page just loaded ${first.join(" ")}`,
);
const { count, worst, p75, named } = await actions(page);
say(`The slowest of ${count} actions at a fourth of the speed`, worst, limits.action, " ms", `, p75 ${p75}: ${named}`);
const { frames, nodes, seen } = await scrolling(page, `${town.url}/inbox/all/${chat}`);
say(
  "Scrolling 20,000 messages, 95 of 100 frames",
  percentile(frames, 0.95),
  limits.frames,
  " ms",
  `, ${seen} lines seen`,
);
say("Elements on the page meanwhile", nodes, limits.nodes, "");
await browser.close();
await town.close();
await ground.stop();
process.exit(good ? 0 : 1);
