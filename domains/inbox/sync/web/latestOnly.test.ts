import { expect, test } from "vitest";
import { createLatestOnly } from "./latestOnly.ts";

/** A server that responds when the test says so. */
function createSlowServer() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  let done = 0;
  const submit = createLatestOnly<string>(
    (value) => {
      sent.push(value);
      return new Promise<void>((resolve) => answers.push(resolve));
    },
    () => {
      done += 1;
    },
  );
  const answer = async () => {
    answers.shift()?.();
    // The response passes through two promises.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { sent, submit, answer, done: () => done };
}

test("a value that arrives while another is in flight is sent after it", async () => {
  const { sent, submit, answer, done } = createSlowServer();
  submit("pin");
  submit("unpin");
  expect(sent).toEqual(["pin"]);
  await answer();
  expect(sent).toEqual(["pin", "unpin"]);
  expect(done()).toBe(0);
  await answer();
  expect(done()).toBe(1);
});

test("of several only the latest is sent, and afterwards values are sent at once again", async () => {
  const { sent, submit, answer, done } = createSlowServer();
  for (const one of ["pin", "unpin", "pin again", "unpin again"]) submit(one);
  await answer();
  await answer();
  expect(sent).toEqual(["pin", "unpin again"]);
  submit("pin");
  expect(sent.at(-1)).toBe("pin");
  await answer();
  expect(done()).toBe(2);
});
