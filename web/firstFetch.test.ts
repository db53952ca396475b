import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refetchWhatChangedDuringFirstFetch } from "./firstFetch.ts";

const key = ["history", 7];

/** A query whose fetches are answered one at a time. */
function watchedQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } });
  refetchWhatChangedDuringFirstFetch(client);
  const waiting: ((answer: string | Error) => void)[] = [];
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  const observer = new QueryObserver(client, { queryKey: key, queryFn });
  const stop = observer.subscribe(() => undefined);
  const answer = async (value: string | Error) => {
    waiting.shift()?.(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const shown = () => client.getQueryData(key);
  const isStale = () => client.getQueryCache().find({ queryKey: key })?.isStale();
  return { client, waiting, answer, shown, isStale, stop };
}

test("a change during the first fetch is fetched", async () => {
  const { client, waiting, answer, shown } = watchedQuery();
  void client.invalidateQueries({ queryKey: key });
  void client.invalidateQueries({ queryKey: key });
  expect(waiting).toHaveLength(1);
  await answer("before the STOP");
  expect(waiting).toHaveLength(1);
  await answer("after the STOP");
  expect(shown()).toBe("after the STOP");
  expect(waiting).toHaveLength(0);
});

test("a first fetch without a change isn't repeated, nor are later ones", async () => {
  const { client, waiting, answer, shown, isStale } = watchedQuery();
  await answer("first");
  expect(waiting).toHaveLength(0);
  void client.invalidateQueries({ queryKey: key });
  await answer("second");
  expect([shown(), isStale(), waiting.length]).toEqual(["second", false, 0]);
});

test("a first fetch that fails after a change stays failed, and its next answer counts", async () => {
  const { client, waiting, answer, shown } = watchedQuery();
  void client.invalidateQueries({ queryKey: key });
  await answer(new Error("No connection"));
  expect(shown()).toBeUndefined();
  void client.refetchQueries({ queryKey: key });
  await answer("now");
  expect(shown()).toBe("now");
  await answer("now");
  expect(waiting).toHaveLength(0);
});

test("a query that nobody shows any more is stale after a change during its first fetch", async () => {
  const { client, answer, isStale, stop, waiting } = watchedQuery();
  void client.invalidateQueries({ queryKey: key });
  stop();
  await answer("before the change");
  expect([isStale(), waiting.length]).toEqual([true, 0]);
});
