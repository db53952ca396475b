import { isUtf8 } from "node:buffer";
import { sql } from "kysely";
import { byteOrderMark } from "#core/csv.ts";
import { contactPattern, type Person, type PersonRecords } from "#core/server/personRecords.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordsWithout, withoutPerson } from "#domains/customers/erasure/rules.ts";
import type { FileEncoding } from "../fields.ts";
import { type CustomerChange, RowMark } from "./chunkStore.ts";
import { decode } from "./decode.ts";

/** Empties the person's rows in all uploads, and forgets what undoing an import would restore of them. */
async function eraseFromUploads({ db }: Pick<UnitOfWork, "db">, person: Person): Promise<void> {
  const pattern = contactPattern(person);
  if (pattern === null) return;
  for (const { upload_id, chunk, cells, marks, changed } of await chunksAbout(db, person, pattern)) {
    const erased = withoutPerson(cells, pattern);
    const row = {
      cells: JSON.stringify(erased.cells),
      marks: marks.map((mark, index) => (erased.places.has(index) ? RowMark.removed : mark)),
      changed: JSON.stringify(changed.filter(({ id }) => !person.customer_ids.includes(id))),
    };
    await db
      .updateTable("upload_chunks")
      .set(row)
      .where("dealer_id", "=", person.dealer_id)
      .where("upload_id", "=", upload_id)
      .where("chunk", "=", chunk)
      .execute();
  }
  await eraseSamples(db, person, pattern);
}

async function chunksAbout(db: Db, { dealer_id, customer_ids }: Person, pattern: string) {
  const { rows } = await sql<{
    upload_id: number;
    chunk: number;
    cells: string[][];
    marks: number[];
    changed: CustomerChange[];
  }>`
    select upload_id, chunk, cells, marks, changed from upload_chunks
    where dealer_id = ${dealer_id} and (cells::text ~* ${pattern} or exists (
      select from json_array_elements(changed) as change
      where (change ->> 'id')::bigint = any(${[...customer_ids]}::bigint[])))
    order by upload_id, chunk for update`.execute(db);
  return rows;
}

/** In a file without labels the first row, kept as its labels, is a customer's. */
async function eraseSamples(db: Db, person: Person, pattern: string): Promise<void> {
  const { rows } = await sql<{ id: number; samples: string[][]; labels: string[] }>`
    select id, samples, labels from uploads
    where dealer_id = ${person.dealer_id}
      and (samples::text ~* ${pattern} or labels::text ~* ${pattern})`.execute(db);
  for (const { id, samples, labels } of rows) {
    const isTheirs = withoutPerson([labels], pattern).places.size > 0;
    await db
      .updateTable("uploads")
      .set({ samples: JSON.stringify(withoutPerson(samples, pattern).cells) })
      .set(isTheirs ? { labels: labels.map(() => "") } : {})
      .where("dealer_id", "=", person.dealer_id)
      .where("id", "=", id)
      .execute();
  }
}

/**
 * Rewrites the stored import files that mention the person without their rows. The files stay: they are the evidence of
 * what was attested for everyone else in them.
 */
export async function eraseFromFiles({ within, ports }: Pick<Server, "within" | "ports">, person: Person) {
  const pattern = contactPattern(person);
  if (pattern === null) return;
  const { dealer_id } = person;
  const files = await within.cellOf({ dealer_id }, "import files of a business", ({ db }) =>
    db
      .selectFrom("uploads")
      .where("dealer_id", "=", dealer_id)
      .select(["file_key", "encoding"])
      .orderBy("id")
      .execute(),
  );
  for (const { file_key, encoding } of files) {
    const file = await ports.storage.get(file_key);
    if (!file) continue;
    const bytes = Buffer.concat(await file.stream().toArray());
    // One that was rewritten is UTF-8, whatever it was.
    const decoded = decode(bytes, isUtf8(bytes) ? {} : { encoding: encoding as FileEncoding });
    const text = [...decoded.pieces()].join("");
    const kept = recordsWithout(text, pattern);
    if (kept !== text) await ports.storage.put(file_key, Buffer.from(byteOrderMark + kept), file.type);
  }
}

/** An import's rows and file stay for everyone else in them, without the person. */
export const uploadPersonRecords: PersonRecords = {
  tables: [
    { table: "uploads", mentions: ["file_name", "list_title", "error"] },
    {
      table: "upload_mappings",
      rows: (person) => sql`labels ~* ${contactPattern(person)}::text`,
      erase: "delete",
    },
    { table: "upload_chunks" },
  ],
  erase: eraseFromUploads,
};
