import type { Caller } from "#core/client.ts";
import { connectedCalendar } from "#domains/meetings/connectedCalendar/contract.ts";

/** Goes a member's way to the provider and back. @returns what the provider sent back. */
export async function goToCalendar(call: Caller, code = "simulated") {
  const { searchParams } = new URL((await call(connectedCalendar.begin)).data.url);
  return { state: searchParams.get("state") ?? "", code: searchParams.get("code") ?? code };
}

/** Connects a member's calendar. @returns its account. */
export async function connectCalendar(call: Caller): Promise<string> {
  await call(connectedCalendar.finish, { body: await goToCalendar(call) });
  return (await call(connectedCalendar.get)).data.calendar?.account ?? "";
}
