import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { outreachEvents } from "#domains/outreach/contract.ts";
import { taskEvents, tasks } from "#domains/tasks/contract.ts";
import { type NextEntry, next, nextEvents, type Queue, queues } from "../contract.ts";
import { nextCounts } from "../counts/contract.ts";
import { entryAfter, keyOf } from "../rules.ts";
import { createUndoStack } from "./keys.ts";
import { entryTexts } from "./texts.ts";

const changes = [
  inboxEvents.messageOpen,
  inboxEvents.chatChanged,
  leadEvents.changed,
  taskEvents.changed,
  appointmentEvents.changed,
  outreachEvents.changed,
  nextEvents.changed,
] as const;

/** Which queue the address shows: `?queue=unassigned`, `?queue=member&member=12`, `?snoozed=1`. */
function useQueueAddress() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const given = queues.find((one) => one === search.get("queue")) ?? "mine";
  const member = Number(search.get("member"));
  const isMember = given === "member" && Number.isSafeInteger(member) && member > 0;
  const queue: Queue = given === "member" && !isMember ? "mine" : given;
  const snoozed = search.get("snoozed") === "1" ? (1 as const) : (0 as const);
  return {
    queue,
    member: isMember ? member : undefined,
    snoozed,
    query: search.size > 0 ? `?${search}` : "",
    show: (shown: { queue: Queue; member?: number | undefined; snoozed?: boolean }) => {
      const params = new URLSearchParams();
      if (shown.queue !== "mine") params.set("queue", shown.queue);
      if (shown.member) params.set("member", String(shown.member));
      if (shown.snoozed) params.set("snoozed", "1");
      navigate(params.size > 0 ? `/next?${params}` : "/next");
    },
  };
}

/** The entries that wait, which one is open, and what goes on to the next. */
export function useNextQueue() {
  const address = useQueueAddress();
  const { queue, member, snoozed } = address;
  const body = { queue, user_id: member, snoozed };
  const { data, error, refetch } = useCall(next.queue, { body });
  useFreshCalls([next.queue, nextCounts.mine], changes, { inBursts: true });
  useWakeUp(data?.next_wake ?? null, refetch);

  // Left ones are out of sight until the server has noticed, too.
  const [left, setLeft] = useState<ReadonlyMap<string, string>>(new Map());
  const entries = useMemo(
    () => (data?.entries ?? []).filter((entry) => snoozed === 1 || left.get(keyOf(entry)) !== entry.since),
    [data, left, snoozed],
  );
  const { open, isStale, openKey, place, go } = useOpenEntry(entries, data !== undefined, address.query);
  /** Takes an entry out of sight; what follows the open one opens. @returns whether it was the open one. */
  const leave = useCallback(
    (entry: NextEntry) => {
      setLeft((before) => new Map(before).set(keyOf(entry), entry.since));
      const wasOpen = openKey === keyOf(entry);
      if (wasOpen) go(entryAfter(entries, keyOf(entry)));
      return wasOpen;
    },
    [entries, openKey, go],
  );
  const comeBack = useCallback((entry: Pick<NextEntry, "kind" | "id">) => {
    setLeft((before) => new Map([...before].filter(([key]) => key !== keyOf(entry))));
  }, []);
  const step = (by: 1 | -1) => {
    const at = entries.findIndex((entry) => keyOf(entry) === openKey);
    // What followed an entry that someone else took is in its place now.
    const to = at >= 0 ? at + by : by > 0 ? place : place - 1;
    go(entries[Math.min(entries.length - 1, Math.max(0, to))]);
  };
  const hidden = (data?.entries.length ?? 0) - entries.length;
  /** All entries, also those beyond the list. */
  const waiting = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0) - hidden;
  return { ...address, data, error, refetch, entries, waiting, open, isStale, go, step, leave, comeBack };
}

export type NextQueue = ReturnType<typeof useNextQueue>;

/** The entry in the address, else the first one where there is room for it. It stays open when it no longer waits. */
function useOpenEntry(entries: readonly NextEntry[], isLoaded: boolean, query: string) {
  const { kind, id } = useParams();
  const navigate = useNavigate();
  const isPhone = useMedia(phone);
  const asked = kind === undefined ? undefined : `${kind}-${id}`;
  const [first] = entries;
  const openKey = asked ?? (isPhone || !first ? undefined : keyOf(first));
  const found = entries.find((entry) => keyOf(entry) === openKey);
  const place = useRef(0);
  if (found) place.current = entries.indexOf(found);
  const seen = useRef(new Map<string, NextEntry>());
  for (const entry of entries) seen.current.set(keyOf(entry), entry);
  const open = openKey === undefined ? undefined : (found ?? seen.current.get(openKey));
  const go = useCallback(
    (entry: Pick<NextEntry, "kind" | "id"> | undefined) =>
      navigate(entry ? `/next/${entry.kind}/${entry.id}${query}` : `/next${query}`),
    [navigate, query],
  );
  // An address of yesterday leads to the queue.
  const isUnknown = asked !== undefined && isLoaded && !open;
  useEffect(() => {
    if (isUnknown) navigate(`/next${query}`, { replace: true });
  }, [isUnknown, navigate, query]);
  return { open, openKey, place: place.current, isStale: open !== undefined && found === undefined && isLoaded, go };
}

/** Asks again when the first snoozed entry comes back. */
function useWakeUp(at: string | null, refetch: () => unknown): void {
  const again = useRef(refetch);
  again.current = refetch;
  useEffect(() => {
    if (at === null) return undefined;
    // Conversations are woken within a minute.
    const delay = Date.parse(at) - Date.now() + 60_000;
    if (delay > 86_400_000) return undefined;
    const timer = setTimeout(() => again.current(), Math.max(1_000, delay));
    return () => clearTimeout(timer);
  }, [at]);
}

/** What can be done with entries: each leaves the queue at once, and can be taken back. */
export function useEntryActions({
  leave,
  comeBack,
  go,
  refetch,
}: Pick<NextQueue, "leave" | "comeBack" | "go" | "refetch">) {
  const time = useTime();
  const invalidates = [next.queue, nextCounts.mine, tasks.table, tasks.counts];
  const [closed] = useState(createUndoStack);
  const undo = useSend(next.undo, { invalidates, quiet: "success" });
  const wake = useSend(next.wake, { invalidates, quiet: "success" });
  const done = useSend(next.done, { invalidates, quiet: "success" });
  const snooze = useSend(next.snooze, { invalidates, quiet: "success" });
  const again = async (entry: NextEntry, wasOpen: boolean) => {
    await refetch();
    comeBack(entry);
    if (wasOpen) go(entry);
  };
  /** Closes an entry at once; `takeBack` waits until the server has closed it, and gets its answer. */
  const close = async <A>(
    entry: NextEntry,
    send: () => Promise<A>,
    text: (answer: A) => string | undefined,
    takeBack: (answer: A) => Promise<unknown>,
  ) => {
    const wasOpen = leave(entry);
    const sent = send();
    const step = closed.add(() => settled(sent.then(takeBack).then(() => again(entry, wasOpen))));
    try {
      const said = text(await sent);
      if (said === undefined) step.drop();
      else toast.undo(said, step.run);
    } catch {
      // The failure is shown already.
      step.drop();
      comeBack(entry);
    }
  };
  return {
    done(entry: NextEntry) {
      const body = { kind: entry.kind, id: entry.id };
      void close(
        entry,
        async () => (await done.mutateAsync({ body })).data.done_id,
        (done_id) => (done_id === null ? undefined : `${entryTexts.isDone[entry.kind]}: ${shownName(entry)}`),
        async (done_id) => done_id !== null && (await undo.mutateAsync({ body: { done_id } })),
      );
    },
    snooze(entry: NextEntry, until: Date) {
      const body = { kind: entry.kind, id: entry.id };
      void close(
        entry,
        () => snooze.mutateAsync({ body: { ...body, until: until.toISOString() } }),
        () => entryTexts.snoozedUntil(time.dateTime(until)),
        () => wake.mutateAsync({ body }),
      );
    },
    wake: (entry: NextEntry) => wake.mutate({ body: { kind: entry.kind, id: entry.id } }),
    undo: closed.undo,
  };
}

/** Waits for something whose failure is shown elsewhere. */
const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

export type EntryActions = ReturnType<typeof useEntryActions>;

/** Who an entry is about, as people say it; a task about no one is its words. */
export const shownName = ({ name, phone, email, words }: NextEntry): string => name || phone || email || words;
