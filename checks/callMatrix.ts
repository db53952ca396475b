import { afterAll, expect, test } from "vitest";
import type { Call } from "#core/call.ts";

/** Runs one case. When it fails, that is noted, and the next case runs all the same. */
export type TryCase = (name: string, run: () => Promise<void>) => Promise<void>;

/** Tests each call once: its message lists every case that failed. Prints how many cases were tried. */
export function testEachCall(
  title: string,
  calls: readonly Call[],
  tryCases: (call: Call, tryCase: TryCase) => Promise<void>,
): void {
  let tried = 0;
  test.each(calls.map((call) => [call.name, call] as const))(`%s ${title}`, async (_, call) => {
    const failures: string[] = [];
    const triedBefore = tried;
    await tryCases(call, async (name, run) => {
      tried += 1;
      await run().catch((error: unknown) => failures.push(`${name}: ${describeError(error)}`));
    });
    expect(failures.length, `of ${tried - triedBefore} cases failed:\n${failures.join("\n")}\n`).toBe(0);
  });
  afterAll(() => console.info(`Each call ${title}: ${tried} cases of ${calls.length} calls tried.`));
}

const longestValue = 600;

/** The message of an error and, of a failed expectation, both values. */
function describeError(error: unknown): string {
  const { message, expected, actual } = error as { message: string; expected?: unknown; actual?: unknown };
  if (expected === undefined && actual === undefined) return message;
  const show = (value: unknown) => String(JSON.stringify(value)).slice(0, longestValue);
  return `${message}\n    expected ${show(expected)}\n    received ${show(actual)}`;
}
