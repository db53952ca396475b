import { afterAll, beforeEach } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { connectedCalendar } from "#domains/meetings/connectedCalendar/contract.ts";
import { sweepConnectedCalendars } from "#domains/meetings/connectedCalendar/server/sweepConnectedCalendars.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";
import { connectCalendar } from "./connectCalendar.ts";
import { startMeetings } from "./startMeetings.ts";

interface SimulatedEventRow {
  readonly id: string;
  readonly title: string;
  readonly starts_at: Date;
  readonly version: number;
  readonly location: string;
}

/** A business whose agent has connected their calendar anew before each test, each of which has a day of its own. */
export async function startConnectedCalendar() {
  const setting = await startMeetings();
  const { app, dealer } = setting;
  const start = { agent: setting.agent, manager: setting.manager, account: "", host_id: 0, day: "", days: 0 };

  /** Signs in again at another time, as sessions end. */
  const signInAt = async (at: string) => {
    app.clock.set(new Date(at));
    start.agent = await app.signIn(dealer.agent);
    start.manager = await app.signIn(dealer.manager);
  };

  beforeEach(async () => {
    await signInAt("2026-11-23T13:00:00Z");
    start.host_id = (await start.agent(accounts.profile)).data.id;
    await start.agent(connectedCalendar.disconnect);
    await app.jobs.runAll();
    start.account = await connectCalendar(start.agent);
    await app.jobs.runAll();
    start.day = new Date(Date.UTC(2026, 10, 25 + start.days++)).toISOString().slice(0, 10);
  });
  afterAll(() => app.close());

  /** What is in the calendar that day. */
  const events = async (): Promise<SimulatedEventRow[]> => {
    const { rows } = await app.pool.query<SimulatedEventRow>(
      `select e.* from simulated_events e join simulated_calendars c on c.id = e.calendar_id
       where c.account = $1 and e.deleted_at is null and e.starts_at::date = $2::date order by e.starts_at`,
      [start.account, start.day],
    );
    return rows;
  };

  return {
    ...setting,
    start,
    signInAt,
    events,
    titles: async () => (await events()).map(({ title }) => title),
    person: () => ({ dealer_id: dealer.dealer_id, user_id: start.host_id }),
    /** A minute goes by. */
    sweep: async () => {
      app.clock.advance(61_000);
      await sweepConnectedCalendars(app.server);
      await app.jobs.runAll();
    },
    /** The server with a provider that answers otherwise. */
    serverWith: (calendarAccounts: Partial<CalendarAccounts>) => ({
      ...app.server,
      ports: { ...app.server.ports, calendarAccounts: { ...app.calendarAccounts, ...calendarAccounts } },
    }),
  };
}
