import fc from "fast-check";
import { inDepth } from "./deep.ts";
import { type AnsweredPage, type AskedPage, expectPages } from "./walkPages.ts";

/** What somebody asks a log. */
export interface LogQuestion<Show extends string> {
  readonly show: Show;
  readonly source: string;
  readonly search: string;
  readonly dir: "asc" | "desc";
  /** Of a page. */
  readonly length: number;
}

/** Questions with these filters and searches. */
export function logQuestions<Show extends string>(shown: readonly Show[], searches: readonly string[]) {
  return fc.record<LogQuestion<Show>>({
    show: fc.constantFrom(...shown),
    source: fc.constantFrom("", "", "Google", "Nowhere"),
    search: fc.constantFrom(...searches),
    dir: fc.constantFrom("asc" as const, "desc" as const),
    length: fc.integer({ min: 1, max: 10 }),
  });
}

/** The part of a phone that is typed into a log's search, by hand; empty for a name. */
export const searchedDigits = (search: string) =>
  /[^\d\s()+.-]/.test(search) ? "" : search.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

/** A log with random rows, and what it should answer. */
interface RandomLog<Planned, Stored, Expected, Show extends string> {
  readonly rows: fc.Arbitrary<readonly Planned[]>;
  readonly questions: fc.Arbitrary<LogQuestion<Show>>;
  /** Replaces the business's rows. */
  readonly store: (rows: readonly Planned[]) => Promise<readonly Stored[]>;
  /** The rows that answer a question, by hand. */
  readonly recount: (stored: readonly Stored[], question: LogQuestion<Show>) => readonly Expected[];
}

/** Asks for a page as a call of these filters and of this one sortable column takes it. */
export function pageBody<Show extends string>(
  { show, source, search, dir }: LogQuestion<Show>,
  page: AskedPage,
  column: string,
) {
  const order = { order: [{ column: 0, dir }], columns: [{ data: column }] };
  return { ...page, period: "today" as const, show, source, search: { value: search }, ...order };
}

/** Expects the pages of every filter and search to be what a recount finds. */
export async function expectRecountedPages<Planned, Stored, Expected, Show extends string, Row>(
  { rows, questions, store, recount }: RandomLog<Planned, Stored, Expected, Show>,
  ask: (question: LogQuestion<Show>, page: AskedPage) => Promise<AnsweredPage<Row>>,
  keyOf: (row: Row) => unknown,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rows, fc.array(questions, { minLength: 8, maxLength: 8 }), async (planned, asked) => {
      const stored = await store(planned);
      for (const question of asked) {
        await expectPages(recount(stored, question), question.length, (page) => ask(question, page), keyOf);
      }
    }),
    { numRuns: inDepth(24, 6), endOnFailure: true },
  );
}

/** Expects the file to have the rows of the pages, in their order. @param check compares its lines with a recount. */
export async function expectRecountedFile<Planned, Stored, Expected, Show extends string>(
  { rows, questions, store, recount }: RandomLog<Planned, Stored, Expected, Show>,
  ask: (
    body: { period: "today" } & Pick<LogQuestion<Show>, "show" | "source" | "search">,
  ) => Promise<{ readonly data: { readonly csv: string } }>,
  check: (lines: readonly string[], expected: readonly Expected[]) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(rows, questions, async (planned, question) => {
      const stored = await store(planned);
      const { show, source, search } = question;
      const { data } = await ask({ period: "today", show, source, search });
      const lines = data.csv.trim().split(/\r?\n/).slice(1);
      check(lines, recount(stored, { ...question, dir: "desc" }));
    }),
    { numRuns: inDepth(20, 5), endOnFailure: true },
  );
}
