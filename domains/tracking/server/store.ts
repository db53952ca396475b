import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import { maxCountedLogRows, planAlongIndexes } from "#core/server/positions.ts";
import type { TimeOrderedRow } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { type FoundPeople, findPeople } from "#domains/customers/server/public.ts";
import {
  conversationPositions,
  conversationRows,
  countConversationTexts,
  type TextFilter,
  type TextLogRow,
} from "./conversationStore.ts";
import { countLedgerTexts, hasLedger, isOfLedger, ledgerPositions, ledgerRows } from "./ledgerStore.ts";

/** A location's texts of conversations and of campaigns, as one table. */
export interface TextLog {
  /** The texts of a range, in its order. */
  read(range: KeysetRange<string>): Promise<TextLogRow[]>;
  /** How many there are; above `maxCountedLogRows`: more than that. */
  count(): Promise<number>;
}

/** @param own_number what the location texts from; empty without a number. */
export async function openTextLog(db: Db, filter: TextFilter, own_number: string): Promise<TextLog> {
  const people = filter.search && (await findPeople(db, filter, filter.search));
  if (people?.ids.length === 0 && !people.isMore) return { read: async () => [], count: async () => 0 };
  await planAlongIndexes(db);
  return {
    read: (range) => readTexts(db, filter, own_number, people, range),
    count: () => countTexts(db, filter, people),
  };
}

async function readTexts(
  db: Db,
  filter: TextFilter,
  own_number: string,
  people: FoundPeople | undefined,
  range: KeysetRange<string>,
): Promise<TextLogRow[]> {
  const positions = await mergedPositions(db, filter, people, range);
  const [conversations, campaigns] = await Promise.all([
    conversationRows(
      db,
      filter,
      own_number,
      positions.filter((one) => !isOfLedger(one)),
    ),
    ledgerRows(db, filter, own_number, positions.filter(isOfLedger)),
  ]);
  const byId = new Map([...conversations, ...campaigns].map((row) => [row.id, row]));
  return positions.flatMap(({ id }) => byId.get(id) ?? []);
}

async function mergedPositions(
  db: Db,
  filter: TextFilter,
  people: FoundPeople | undefined,
  range: KeysetRange<string>,
): Promise<readonly TimeOrderedRow[]> {
  if (!hasLedger(filter)) return conversationPositions(db, filter, people, range);
  // Rows to skip are skipped after merging.
  const whole = { ...range, skip: 0, limit: range.limit + range.skip };
  const both = await Promise.all([
    conversationPositions(db, filter, people, whole),
    ledgerPositions(db, filter, people, whole),
  ]);
  const sign = range.dir === "desc" ? -1 : 1;
  const merged = both.flat().sort((a, b) => sign * (a.at_us - b.at_us || a.id - b.id));
  return merged.slice(range.skip, range.skip + range.limit);
}

async function countTexts(db: Db, filter: TextFilter, people: FoundPeople | undefined): Promise<number> {
  const counted = await countConversationTexts(db, filter, people);
  if (counted > maxCountedLogRows || !hasLedger(filter)) return counted;
  return counted + (await countLedgerTexts(db, filter, people));
}

/** The texts of a period, newest first, for a file. */
export const textsForFile = (log: TextLog) =>
  log.read({ key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: maxCountedRows });
