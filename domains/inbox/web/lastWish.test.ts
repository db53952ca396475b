import { expect, test } from "vitest";
import { createLastWish } from "./lastWish.ts";

/** A server that answers when it is told to. */
function slowly() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  let done = 0;
  const wish = createLastWish<string>(
    (one) => {
      sent.push(one);
      return new Promise<void>((resolve) => answers.push(resolve));
    },
    () => {
      done += 1;
    },
  );
  const answer = async () => {
    answers.shift()?.();
    // The answer passes through two promises.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { sent, wish, answer, done: () => done };
}

test("what is wished while something is on its way goes behind it", async () => {
  const { sent, wish, answer, done } = slowly();
  wish("pin");
  wish("unpin");
  expect(sent).toEqual(["pin"]);
  await answer();
  expect(sent).toEqual(["pin", "unpin"]);
  expect(done()).toBe(0);
  await answer();
  expect(done()).toBe(1);
});

test("of several only the last goes, and afterwards it begins anew", async () => {
  const { sent, wish, answer, done } = slowly();
  for (const one of ["pin", "unpin", "pin again", "unpin again"]) wish(one);
  await answer();
  await answer();
  expect(sent).toEqual(["pin", "unpin again"]);
  wish("pin");
  expect(sent.at(-1)).toBe("pin");
  await answer();
  expect(done()).toBe(2);
});
