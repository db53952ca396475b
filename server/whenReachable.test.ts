import { expect, test } from "vitest";
import { isNotReachable, whenReachable } from "./whenReachable.ts";

const fault = (code: string, message = "no") => Object.assign(new Error(message), { code });

/** Work that fails this often, with a clock that only pauses move. */
function attempts(failure: Error, times: number) {
  let [tries, at] = [0, 0];
  const [printed, pauses]: [string[], number[]] = [[], []];
  const run = (signal = new AbortController().signal) =>
    whenReachable(
      async () => {
        tries += 1;
        if (tries <= times) throw failure;
        return tries;
      },
      {
        print: (text) => printed.push(text),
        signal,
        now: () => at,
        pause: async (ms, aborted) => {
          aborted.throwIfAborted();
          pauses.push(ms);
          at += ms;
        },
      },
    );
  return { run, printed, pauses };
}

test("a database that is starting is waited for, in growing pauses", async () => {
  const { run, printed, pauses } = attempts(fault("57P03", "the database system is starting up"), 8);
  expect(await run()).toBe(9);
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(printed).toEqual([
    "The database doesn't answer yet (the database system is starting up). Trying for up to five minutes.",
  ]);
});

test("after five minutes it is given up", async () => {
  const { run, pauses } = attempts(
    fault("ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:5432"),
    Number.POSITIVE_INFINITY,
  );
  await expect(run()).rejects.toThrow(
    "The database can't be reached, even after five minutes: connect ECONNREFUSED 127.0.0.1:5432",
  );
  const waited = pauses.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThanOrEqual(300_000);
  expect(waited).toBeLessThan(316_000);
});

test("a stop ends the waiting", async () => {
  const stopping = new AbortController();
  stopping.abort();
  await expect(attempts(fault("ECONNREFUSED"), 3).run(stopping.signal)).rejects.toMatchObject({ name: "AbortError" });
});

test.each(
  [
    "ECONNREFUSED ECONNRESET ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN EPIPE ENOENT".split(" "),
    "57P01 57P02 57P03 08000 08006 08001 53300".split(" "),
  ].flat(),
)("%s is waited for", (code) => expect(isNotReachable(fault(code))).toBe(true));

test.each([
  "28P01",
  "28000",
  "3D000",
  "42501",
  "42P01",
  "53100",
  "EACCES",
  "ERR_INVALID_URL",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "",
])("%j is told at once", async (code) => {
  const error = fault(code);
  expect(isNotReachable(error)).toBe(false);
  const { run, printed } = attempts(error, 1);
  await expect(run()).rejects.toBe(error);
  expect(printed).toEqual([]);
});

test("several addresses are waited for when none can be reached", () => {
  expect(isNotReachable(new AggregateError([fault("ECONNREFUSED"), fault("ETIMEDOUT")]))).toBe(true);
  expect(isNotReachable(new AggregateError([fault("ECONNREFUSED"), fault("28P01")]))).toBe(false);
  expect(isNotReachable(new Error("timeout expired"))).toBe(true);
  expect(isNotReachable(new Error("Connection terminated unexpectedly"))).toBe(true);
});
