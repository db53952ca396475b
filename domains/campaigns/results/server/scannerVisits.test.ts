import { afterAll, expect, test } from "vitest";
import { startEmailCampaigns } from "#testing/campaigns/startEmailCampaigns.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp } from "#testing/testApp.ts";

/* Many visits by programs that look at mail before people do: nobody is unsubscribed, and nobody's visit counts. */

const app = await startTestApp();
afterAll(() => app.close());
const mail = await startEmailCampaigns(app);

/** What scanners, mailbox providers and chats call themselves; some pass for a browser, one for nothing. */
const agents = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
  "Mozilla/5.0 (compatible; Barracuda Sentinel (EE))",
  "Mozilla/5.0",
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  "Mozilla/5.0 (compatible; YandexImages/3.0)",
  "Proofpoint URL Defense",
  "Mimecast/1.0",
  "Slackbot-LinkExpanding 1.0",
  "facebookexternalhit/1.1",
  "python-requests/2.32.3",
  "curl/8.5.0",
  "Go-http-client/2.0",
  "",
] as const;
const people = inDepth(50, 8);
const visitsEach = inDepth(100, 35);

test("visits of programs within seconds of delivery count for nobody, and unsubscribe nobody", async () => {
  const reached = await Promise.all(Array.from({ length: people }, () => mail.person()));
  const id = await mail.campaignTo(reached);
  await mail.runToEnd(id);
  const mails = app.mails.sent.filter(({ list }) => list);
  expect(mails).toHaveLength(people);
  let visits = 0;
  const scan = async ({ html = "", list }: (typeof mails)[number], turn: number) => {
    // In the mail's order, as scanners go: the links with the one to unsubscribe, the page, the hidden link, the pixel.
    const paths = [...html.matchAll(/(?:href|src)="https?:\/\/[^"/]+(\/[luov]\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths).toHaveLength(7);
    expect(paths).toContain(new URL(list?.unsubscribeUrl ?? "").pathname);
    for (let visit = 0; visit < visitsEach; visit += 1) {
      const headers = {
        "user-agent": agents[(turn + Math.floor(visit / paths.length)) % agents.length] ?? "",
        ...(visit % 3 === 0 && { "sec-purpose": "prefetch", purpose: "prefetch" }),
      };
      const method = visit < paths.length ? "HEAD" : "GET";
      await app.server.http.inject({ method, url: paths[visit % paths.length] ?? "", headers });
      visits += 1;
    }
  };
  await Promise.all(mails.map(scan));
  expect(visits).toBe(people * visitsEach);
  const rows = await mail.rows(id);
  const person = { opened_at: null, clicked_at: null, unsubscribed_at: null, machine_opened_at: expect.any(Date) };
  expect(rows).toMatchObject(Array.from({ length: people }, () => person));
  expect((await mail.detail(id)).stats).toMatchObject({
    opened_count: 0,
    clicked_count: 0,
    unsubscribes: 0,
    machine_opened_count: people,
  });
  const { rows: left } = await app.pool.query("select count(*)::int from mail_suppressions");
  expect(left[0].count).toBe(0);
  // A person who comes later is a person all the same.
  app.clock.advance(120_000);
  const [, path = ""] = /href="https?:\/\/[^"/]+(\/l\/[^"]+)"/.exec(mails[0]?.html ?? "") ?? [];
  await app.server.http.inject({ url: path, headers: { "user-agent": agents[0] } });
  expect((await mail.rows(id)).filter(({ clicked_at }) => clicked_at !== null)).toHaveLength(1);
}, 180_000);
