import type { StaffContext } from "#core/server/serve.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { type HostedTime, hostNews } from "../rules.ts";

interface HostChange {
  readonly title: string;
  readonly zone: string;
  /** Undefined for a new appointment. */
  readonly before: HostedTime | undefined;
  readonly after: HostedTime;
  /** The name of the host from now on; empty without one. */
  readonly host: string;
}

/** Tells hosts what a colleague did with a coming appointment of theirs: given, taken away, or moved. */
export async function notifyHosts(context: StaffContext, change: HostChange): Promise<void> {
  const { scope, who, now } = context;
  const { title, zone, before, after, host } = change;
  if (after.datetime <= now()) return;
  const by = `${who.first_name} ${who.last_name}`.trim();
  const news = hostNews({ title, zone, by, host, before, after });
  for (const { user_id, title: head, text } of news) {
    if (user_id === who.user_id) continue;
    const notification = { kind: "appointment", title: head, text, chat_id: null } as const;
    await notify(context, { ...scope, user_ids: [user_id] }, notification);
  }
}
