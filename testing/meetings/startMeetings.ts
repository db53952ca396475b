import type { Caller } from "#core/client.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp } from "#testing/testApp.ts";

/** A custom time of a form: `2026-11-24`, `10:00 AM`. */
export function wallTime(appointment_date: string, time = "10:00 AM") {
  const [customTimeHours = "", customTimeMinutes = "", customTimeAmPm = ""] = time.split(/[: ]/);
  return { timeType: "custom" as const, appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
}

/** An edit that leaves the time as it is. */
export const sameTime = {
  timeType: "keep" as const,
  appointment_date: "",
  customTimeHours: "",
  customTimeMinutes: "",
  customTimeAmPm: "",
};

export const room = "https://meet.google.com/abc-defg-hij";

const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";

/** A business whose people hold meetings. It is 8 AM in New York on a Monday. */
export async function startMeetings() {
  const app = await startTestApp();
  const dealer = await app.dealership();
  app.clock.set(new Date("2026-11-23T13:00:00Z"));
  const [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];

  /** Makes a meeting with a customer of its own. */
  const hold = async (call: Caller, more: object = {}) => {
    const customer = await addCustomer(call, { first_name: "Ana", last_name: "Diaz" });
    const draft = { title: "Trade-in", type: 1, customer_id: customer.id, notes: "", url: room };
    const body = { ...draft, ...wallTime("2026-11-24"), text_customer: 0, ...more };
    const { data, message, status } = await call(meetings.add, { body });
    return { ...data, customer, message, status, path: new URL(data.join_url).pathname };
  };

  /** The meeting as colleagues see it; undefined when it isn't there. */
  const shown = (call: Caller, id: number) =>
    call(meetings.get, { params: { id } }).then(
      ({ data }) => data,
      (failure) => {
        if (failure.status !== 404) throw failure;
        return undefined;
      },
    );

  const page = {
    open: (path: string, headers: Record<string, string> = {}) => app.http.inject({ url: path, headers }),
    join: (path: string, headers: Record<string, string> = {}) =>
      app.http.inject({
        method: "POST",
        url: path,
        headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": browser, ...headers },
        payload: "",
      }),
  };
  return { app, dealer, owner, manager, agent, hold, shown, page };
}
