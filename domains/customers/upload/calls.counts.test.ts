import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { tidyNames } from "#domains/customers/fullNames/rules.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { uploads } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** Few distinct phones, so that they collide within a file and with existing customers. */
const phoneOf = (n: number) => `212555${String(1000 + n)}`;
const phoneFormats = [
  (phone: string) => phone,
  (phone: string) => `(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
  (phone: string) => `+1 ${phone.slice(0, 3)}.${phone.slice(3, 6)}.${phone.slice(6)}`,
];
const name = fc.constantFrom("", "Ana", "Bo; Berg", 'Cy "C"', "Dé", "E, F");
const row = fc.oneof(
  { weight: 8, arbitrary: fc.record({ phone: fc.nat(12), way: fc.nat(2), first_name: name, company: name }) },
  { weight: 1, arbitrary: fc.record({ phone: fc.constant(-1), way: fc.constant(0), first_name: name, company: name }) },
);
const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 25 }),
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  known: fc.constantFrom("update" as const, "keep" as const),
  existing: fc.uniqueArray(fc.record({ phone: fc.nat(12), first_name: fc.constantFrom("Ana", "Old") }), {
    selector: ({ phone }) => phone,
    maxLength: 5,
  }),
});

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
type CustomersByPhone = Map<string, { first_name: string; company: string }>;

/** The expected result, row by row: the first row of a phone counts, and empty cells change nothing. */
function expectedCustomers(
  existing: CustomersByPhone,
  rows: readonly { phone: number; first_name: string; company: string }[],
  keep: boolean,
) {
  const result: CustomersByPhone = new Map(existing);
  const seen = new Set<number>();
  for (const { phone, first_name, company } of rows) {
    if (phone < 0 || seen.has(phone)) continue;
    seen.add(phone);
    const before = existing.get(`+1${phoneOf(phone)}`);
    if (before && keep) continue;
    const given = tidyNames(first_name, "").first_name;
    const after = { first_name: given || (before?.first_name ?? ""), company: company || (before?.company ?? "") };
    result.set(`+1${phoneOf(phone)}`, after);
  }
  return result;
}

async function customersOf({ dealer_id }: Dealership): Promise<CustomersByPhone> {
  const { rows } = await app.pool.query(
    "select phone, first_name, company from customers where dealer_id = $1 and deleted_at is null",
    [dealer_id],
  );
  return new Map(rows.map(({ phone, ...rest }) => [phone, rest]));
}

async function importOf(manager: Caller, token: string, bytes: string, known: "update" | "keep") {
  const { data } = await sendFile(app.http, token, { bytes });
  const { counts } = data.upload;
  expect(counts.fine + counts.known + counts.rejected + counts.duplicate + counts.removed).toBe(counts.total);
  if (counts.fine + counts.known === 0) return data.upload;
  await manager(uploads.copyFromTemp, { body: { upload_id: data.upload.id, known } });
  await app.jobs.runAll();
  return (await manager(uploads.one, { params: { id: data.upload.id } })).data;
}

test("for any file: counts add up, the result equals a naive import, repeating changes nothing, and undo restores everything", async () => {
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, delimiter, known, existing }) => {
      const dealer = await app.dealership();
      const manager = await app.signIn(dealer.manager);
      const token = await app.token(dealer.manager);
      const rest = { last_name: "X", email: "x@example.com", address: "1 A St", company: "" };
      for (const { phone, first_name } of existing) {
        await manager(customers.add, { body: { ...rest, first_name, phone: phoneOf(phone) } });
      }
      const before = await customersOf(dealer);
      const lines = rows.map(({ phone, way: format, first_name, company }) =>
        [phone < 0 ? "nobody" : (phoneFormats[format]?.(phoneOf(phone)) ?? ""), first_name, company]
          .map(quoted)
          .join(delimiter),
      );
      const text = `${["Phone", "First name", "Company"].join(delimiter)}\r\n${lines.join("\r\n")}\r\n`;

      const done = await importOf(manager, token, text, known);
      if (done.state === "preview") return;
      expect(done.state).toBe("done");
      const { added, updated, unchanged, kept, rejected, duplicate, removed, total } = done.counts;
      expect(total).toBe(rows.length);
      expect(added + updated + unchanged + kept + rejected + duplicate + removed).toBe(total);
      const expected = expectedCustomers(before, rows, known === "keep");
      expect(await customersOf(dealer)).toEqual(expected);
      expect(added).toBe(expected.size - before.size);

      const again = await importOf(manager, token, text, known);
      expect(again.counts).toMatchObject({ added: 0, updated: 0 });
      expect(await customersOf(dealer)).toEqual(expected);

      await manager(uploads.undo, { params: { id: done.id } });
      await app.jobs.runAll();
      expect(await customersOf(dealer)).toEqual(before);
    }),
    { numRuns: inDepth(12, 4) },
  );
}, 120_000);
