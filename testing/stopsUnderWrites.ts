import type pg from "pg";
import { customers } from "#domains/customers/contract.ts";
import { freshPhone } from "./dealership.ts";
import { startAppProcess } from "./process.ts";
import { sampleOwner } from "./samplePerson.ts";

/** What became of writes that were on their way while their server was stopped. */
export interface WritesOfAStop {
  /** The phones of the writes that were answered as stored. */
  readonly answered: readonly string[];
  /** Those that are stored. */
  readonly stored: readonly string[];
  /** How many got no answer, or a refusal. */
  readonly refused: number;
}

/** Sends parallel writes to a server, and stops it in order after a number of answers. */
export async function stopUnderWrites(
  url: string,
  db: pg.Pool,
  { writes, after }: { readonly writes: number; readonly after: number },
): Promise<WritesOfAStop> {
  const app = await startAppProcess(url);
  const phones = Array.from({ length: writes }, () => freshPhone());
  const answered: string[] = [];
  let refused = 0;
  try {
    const owner = await sampleOwner(app.url);
    let stopped: Promise<void> | undefined;
    const sent = phones.map(async (phone) => {
      const draft = { first_name: "Una", last_name: "Lee", email: "una@example.com", address: "1 Oak St", company: "" };
      try {
        await owner.call(customers.add, { body: { ...draft, phone: phone.slice(2) } });
        answered.push(phone);
      } catch {
        refused += 1;
      }
      if (answered.length >= after) stopped ??= app.stop();
    });
    await Promise.all(sent);
    await stopped;
  } finally {
    await app.kill();
  }
  const { rows } = await db.query<{ phone: string }>("select phone from customers where phone = any($1)", [phones]);
  return { answered: answered.sort(), stored: rows.map(({ phone }) => phone).sort(), refused };
}
