import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, expect, test } from "vitest";
import { seal } from "#core/server/seal.ts";
import { createPublicFeed } from "#ports/calendar/publicFeed.ts";
import { inDepth } from "#testing/deep.ts";
import { startMeetings } from "#testing/meetings/startMeetings.ts";
import { readCalendar, sealPurpose } from "./readCalendar.ts";
import { saveSource } from "./store.ts";

const weekly = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:weekly",
  "DTSTART;TZID=America/New_York:20261103T140000",
  "DURATION:PT1H",
  "RRULE:FREQ=WEEKLY",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const { app, dealer } = await startMeetings();
let answers: number[] = [];
const server = createServer((request, response) => {
  const isKnown = request.headers["if-none-match"] === '"1"';
  answers.push(isKnown ? 304 : 200);
  response.writeHead(isKnown ? 304 : 200, { etag: '"1"' }).end(isKnown ? undefined : weekly);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`;
const feed = createPublicFeed({ network: { accepts: () => true, dispatcher: new Agent() } });
afterAll(async () => {
  await feed.stop();
  server.closeAllConnections();
  server.close();
  await app.close();
});

test("a weekly entry of a file that never changes is busy two months ahead, also after two months", async () => {
  const { dealer_id } = dealer;
  const { rows } = await app.pool.query("select id::int from users where email = $1", [dealer.agent]);
  const person = { dealer_id, user_id: rows[0].id };
  const { within, secret, ports } = app.server;
  await within.business({ dealer_id }, "test", ({ db, now }) =>
    saveSource(db, person, seal(secret, sealPurpose, address), now()),
  );
  const read = () => readCalendar({ within, secret, ports: { ...ports, calendars: feed } }, person);
  const lastBusy = async () => {
    const text = "select max(starts_at) as last from busy_times where dealer_id = $1 and user_id = $2";
    return (await app.pool.query(text, [dealer_id, person.user_id])).rows[0].last.getTime();
  };
  const dayMs = 86_400_000;
  const step = inDepth(1, 7);
  for (let day = 0; day < 63; day += step) {
    answers = [];
    await read();
    app.clock.advance(dayMs / 2);
    await read();
    expect(answers).toEqual([200, 304]);
    app.clock.advance((step - 0.5) * dayMs);
  }
  await read();
  expect(await lastBusy()).toBeGreaterThan(app.clock.now().getTime() + 53 * dayMs);
});
