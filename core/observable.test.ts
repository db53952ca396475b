import { expect, test } from "vitest";
import { createObservable } from "./observable.ts";

test("each subscription hears of changes until it ends, also when one listener subscribed twice", () => {
  let value = 1;
  const heard: number[] = [];
  const observable = createObservable(() => value);
  const listener = () => heard.push(observable.get());
  const stopFirst = observable.subscribe(listener);
  const stopSecond = observable.subscribe(listener);
  value = 2;
  observable.notify();
  stopFirst();
  value = 3;
  observable.notify();
  stopSecond();
  observable.notify();
  expect(heard).toEqual([2, 2, 3]);
});
