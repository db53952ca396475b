import type pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "#core/call.ts";
import { operator } from "#core/people.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { ask, bearer, type IdField, idFieldsOf, requestOf } from "./mounted.ts";
import { type Rows, rowsBy } from "./rows.ts";

/** Every id that any call takes, with the id of another dealer's row, of another location's, of none, and of nonsense. */
const house = await openTestHouse();
afterAll(() => house.close());

const dealer = await house.dealership();
const foreign = await house.dealership();

const foreignRows = await rowsBy(house, await house.signIn(foreign.manager));
const otherRows = await rowsBy(
  house,
  await house.signIn(dealer.otherAgent),
  await house.signIn(dealer.owner, dealer.otherLocation_id),
);
const owner = await house.signIn(dealer.owner);
const token = await house.token(dealer.owner);

/** What kind of row an id is of, by its name; `id` by the call's domain. */
const kinds: Record<string, keyof Rows> = {
  ...{ customer_id: "customer", list_id: "list", chat_id: "chat", message_id: "message", note_id: "note" },
  ...{ notification_id: "notification" },
  ...{ attachment_id: "attachment", scheduled_id: "scheduled" },
  ...{ kept_id: "customer", merged_id: "twin", other_id: "twin", merge_id: "merge" },
  ...{ user_id: "customer", "teamwork.assign.user_id": "member", "consent.id": "customer", event_id: "question" },
  ...{ "customers.id": "customer", "appointments.id": "appointment" },
  ...{ upload_id: "upload", record_id: "record", "uploads.id": "upload", "uploads.undo.id": "imported" },
  ...{ "lists.id": "list", "locations.id": "location", "settings.id": "session" },
};

/** Ids that look up no row, each with the reason. */
const noLookUp: Record<string, string> = {
  "registration.complete.industry_id": "the platform's industries are the same for every business",
  "registration.complete.feature_id": "the platform's features are the same for every business",
  "chatTags.add.tag_id": "the platform's tags are the same for every business",
  "chatTags.remove.tag_id": "the platform's tags are the same for every business",
  "customers.table.tag_id": "the platform's tags are the same for every business",
  "customerExport.make.tag_id": "the platform's tags are the same for every business",
  "twoFactor.check.user_id": "compared with the pending sign-in's own person",
  "twoFactor.resend.user_id": "compared with the pending sign-in's own person",
  "reset.verify.user_id": "an opaque ticket",
  "reset.resetPassword.user_id": "an opaque ticket",
  "inbox.send.last_seen_id": "compared with the messages of the chat that is looked up",
  "inbox.receiveLast.opened_chat_id": "compared with the chat that is looked up, to know whether it is on the screen",
};

/** The operator's calls are about every business; who may use them is tested in access.test.ts. */
const ofBusinesses = house.server.mounted.filter(({ allow }) => String(allow) !== String(operator));

const cases = ofBusinesses.flatMap((call) =>
  idFieldsOf(call)
    .filter(({ field }) => !(`${call.name}.${field}` in noLookUp))
    .map((at) => [`${call.name}: ${at.field} in its ${at.where}`, call, at] as const),
);

function kindOf(name: string, { field }: IdField): keyof Rows {
  const kind = kinds[`${name}.${field}`] ?? kinds[field === "id" ? `${name.split(".")[0]}.id` : field];
  if (!kind) throw new Error(`${name} takes ${field}: say in checks/isolation.test.ts what kind of row that is`);
  return kind;
}

/** One's own ids for all that a call asks for. */
function idsOf(rows: Rows, call: Call) {
  const lookedUp = idFieldsOf(call).filter(({ field }) => !(`${call.name}.${field}` in noLookUp));
  return Object.fromEntries(lookedUp.map((at) => [at.field, rows[kindOf(call.name, at)]]));
}

test("there are ids to try", () => {
  expect(cases.length).toBeGreaterThan(8);
});

describe.each(cases)("%s", (_, call, at) => {
  test("opens one's own row only", async () => {
    const own = idsOf(await rowsBy(house, owner), call);
    const kind = kindOf(call.name, at);
    const send = (value: unknown) => ask(house, requestOf(call, { ...own, [at.field]: value }, bearer(token)));
    const before = await everything(house.pool);
    const absent = await send(999_999_999);
    expect(absent.status).toBeLessThan(500);
    for (const value of [foreignRows[kind], otherRows[kind], "abc", -1, 1.5, "1; drop table chats", "9".repeat(30)]) {
      const answer = await send(value);
      const told = { status: answer.status, envelope: answer.envelope };
      expect(told, `asked with ${value}`).toEqual({ status: absent.status, envelope: absent.envelope });
    }
    expect(await everything(house.pool)).toEqual(before);
    // The request was right but for the id.
    const right = await send(own[at.field]);
    expect(right).toMatchObject({ status: 200, envelope: { status: expect.stringMatching(/^(success|info)$/) } });
    expect(right.envelope).not.toEqual(absent.envelope);
  });
});

/** All rows of all dealers, but for what is written about a request itself. */
async function everything(pool: pg.Pool): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'dealer_id'
       and table_name not in ('sessions', 'logins')`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test("tables and searches show one's own location only", async () => {
  const agent = await house.token(dealer.agent);
  const mine = (await rowsBy(house, await house.signIn(dealer.manager))) satisfies Rows;
  // Those of one row are asked with its id, above.
  for (const call of ofBusinesses.filter(({ table, params }) => table && !params)) {
    const { envelope } = await ask(house, {
      ...requestOf(call, {}, bearer(agent)),
      payload: { length: 500 },
    });
    const shown = (envelope.data as { id: number }[]).map(({ id }) => id);
    const kind = kindOf(call.name, { where: "params", field: "id" });
    expect(shown).toContain(mine[kind]);
    expect(shown).not.toContain(otherRows[kind]);
    expect(shown).not.toContain(foreignRows[kind]);
    expect(envelope.recordsTotal).toBe(shown.length);
  }
});

test("a dealer and a location named in a body are no authority", async () => {
  const call = house.server.mounted.find(({ name }) => name === "customers.add");
  if (!call) throw new Error("customers.add is gone");
  const request = requestOf(call, {}, bearer(token));
  const payload = {
    ...(request.payload as object),
    dealer_id: foreign.dealer_id,
    location_id: foreign.location_id,
    id: 5_000_000,
  };
  const { status, envelope } = await ask(house, { ...request, payload });
  expect(status).toBe(200);
  const { id } = envelope.data as { id: number };
  const { rows } = await house.pool.query("select dealer_id, location_id from customers where id = $1", [id]);
  expect(rows).toEqual([{ dealer_id: dealer.dealer_id, location_id: dealer.location_id }]);
});
