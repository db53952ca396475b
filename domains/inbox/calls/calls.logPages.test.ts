import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { foldForSearch } from "#core/foldForSearch.ts";
import type { Dealership } from "#testing/dealership.ts";
import {
  expectRecountedFile,
  expectRecountedPages,
  type LogQuestion,
  logQuestions,
  pageBody,
  searchedDigits,
} from "#testing/logPages.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { callLog, shownCalls } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[]) => (await app.pool.query(text, values)).rows;

/** The last has no customer. */
const callers = [
  { name: "Ann Lee", phone: "+15185550101" },
  { name: "Joanna Bell", phone: "+15185550102" },
  { name: "Zoé Lee", phone: "+445185550101" },
  { name: "", phone: "" },
  { name: "", phone: "+12125550103" },
];
const withheld = 3;

/** Few moments, so that most calls share theirs with others. */
const calls = fc.array(
  fc.record({
    who: fc.nat(callers.length - 1),
    direction: fc.constantFrom("incoming" as const, "incoming" as const, "outgoing" as const),
    state: fc.constantFrom("ringing", "answered", "voicemail", "missed"),
    second: fc.nat(3),
    lasts: fc.constantFrom(undefined, 14, 15),
    source: fc.constantFrom("", "Google", "Radio"),
    spam: fc.constantFrom(0, 0, 1),
    isElsewhere: fc.constantFrom(false, false, false, true),
  }),
  { maxLength: 30 },
);
type PlannedCall = typeof calls extends fc.Arbitrary<readonly (infer One)[]> ? One : never;
type StoredCall = PlannedCall & { readonly id: number };

const searches = ["", "ann", "LEE", "n", "zoe", "zoé", "nobody", "%", "_", "\\", "ann lee", "55"];
const numbers = ["555", "(518) 555-0101", "+1 518 555 0102", "5185550101", "0103", "445185550101", "199"];
const questions = logQuestions(shownCalls, [...searches, ...numbers]);
type CallQuestion = LogQuestion<(typeof shownCalls)[number]>;

const timeOf = (second: number) => new Date(app.clock.now().getTime() - 3_600_000 + second * 1000);

/** Replaces the business's calls. */
async function store(all: readonly PlannedCall[]): Promise<StoredCall[]> {
  const { dealer_id, location_id, otherLocation_id, number } = dealer;
  for (const table of ["calls", "customers"]) await query(`delete from ${table} where dealer_id = $1`, [dealer_id]);
  const ids: number[] = [];
  for (const { name, phone } of callers.slice(0, withheld)) {
    const [first_name, last_name] = name.split(" ");
    const values = [dealer_id, location_id, first_name, last_name, phone];
    const [{ id }] = await query(
      "insert into customers (dealer_id, location_id, first_name, last_name, phone) values ($1, $2, $3, $4, $5) returning id",
      values,
    );
    ids.push(id);
  }
  const stored: StoredCall[] = [];
  for (const call of all) {
    const { who, direction, state, second, lasts, source, spam, isElsewhere } = call;
    const phone = callers[who]?.phone ?? "";
    const at = timeOf(second);
    const [{ id }] = await query(
      `insert into calls (dealer_id, location_id, customer_id, from_number, to_number, sid, started_at, ended_at, state,
         recording_consent, source, spam, direction, user_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12,
         case when $12 = 'outgoing' then (select min(id) from users where dealer_id = $1) end) returning id::float8`,
      [
        dealer_id,
        isElsewhere ? otherLocation_id : location_id,
        ids[who] ?? null,
        ...(direction === "incoming" ? [phone, number] : [number, phone]),
        crypto.randomUUID(),
        at,
        lasts && new Date(at.getTime() + lasts * 1000),
        state,
        source,
        spam,
        direction,
      ],
    );
    stored.push({ ...call, id });
  }
  return stored;
}

function outcomeOf({ direction, state, lasts }: PlannedCall) {
  if (state !== "missed") return state;
  return direction === "outgoing" ? "no_answer" : lasts === 14 ? "abandoned" : "missed";
}

/** The calls of a question by hand. */
function recount(stored: readonly StoredCall[], { show, source, search, dir }: CallQuestion) {
  const digits = searchedDigits(search);
  const words = foldForSearch(search).split(" ");
  const isFound = (who: number) => {
    const { name = "", phone = "" } = callers[who] ?? {};
    if (search === "") return true;
    if (digits.length >= 3) return phone.includes(digits);
    return who < withheld && words.every((word) => foldForSearch(`${name} ${phone}`).includes(word));
  };
  const sorted = stored
    .filter(({ isElsewhere }) => !isElsewhere)
    .toSorted((a, b) => a.second - b.second || a.id - b.id);
  const isFirst = (call: StoredCall) => {
    if (call.direction === "outgoing" || call.who === withheld) return false;
    return sorted.find(({ who, direction }) => direction === "incoming" && who === call.who) === call;
  };
  const isShown = (call: StoredCall) => {
    if (show === "all") return true;
    if (show === "incoming" || show === "outgoing") return call.direction === show;
    if (show === "first") return isFirst(call);
    return show === "spam" ? call.spam === 1 : outcomeOf(call) === show;
  };
  const shown = sorted
    .filter((call) => isShown(call) && (source === "" || call.source === source))
    .filter(({ who }) => isFound(who));
  return (dir === "asc" ? shown : shown.toReversed()).map((call) => ({
    id: call.id,
    outcome: outcomeOf(call),
    phone: callers[call.who]?.phone,
  }));
}

const log = { rows: calls, questions, store, recount };

test("the pages of every filter and search are what a recount finds, over random calls", { timeout: 120_000 }, () =>
  expectRecountedPages(
    log,
    (question, page) => agent(callLog.table, { body: pageBody(question, page, "started_at") }),
    ({ id, outcome, phone }) => ({ id, outcome, phone }),
  ),
);

test("the file has the calls of the pages, in their order", { timeout: 60_000 }, () =>
  expectRecountedFile(
    log,
    (body) => manager(callLog.export, { body }),
    (lines, expected) => {
      expect(lines).toHaveLength(expected.length);
      for (const [at, { phone = "" }] of expected.entries()) expect(lines[at]).toContain(phone.slice(-4));
    },
  ),
);
