import { ActionIcon, Anchor, Button, CloseButton, Skeleton, TextInput, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconClock, IconHistory, IconSearch } from "@tabler/icons-react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { countText } from "#core/count.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { formatInstant, useTime } from "#core/web/time/useTime.ts";
import { scheduledEvents, scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { type EntryKind, type TimelineEntry, timeline, timelineKinds } from "../contract.ts";
import classes from "./CustomerTimeline.module.css";
import { TimelineLine } from "./TimelineLine.tsx";
import { timelineTexts as texts } from "./texts.ts";
import {
  isNarrowed,
  type TimelineView,
  useLiveTimeline,
  useTimelineEntries,
  useTimelineView,
  wholeTimeline,
} from "./useTimeline.ts";

interface Props {
  customer_id: number;
  /** Null without a conversation. */
  chat_id: number | null;
  /** The customer's first name, or what stands for it. */
  customer: string;
  /** The field to write in, above what happened. */
  children: ReactNode;
}

/** Everything that happened with a customer, with what is coming up above it. */
export function CustomerTimeline({ customer_id, chat_id, customer, children }: Props) {
  useLiveTimeline(chat_id);
  const { view, setView } = useTimelineView();
  const summary = useCall(timeline.summary, { params: { customer_id } });
  return (
    <section className={classes.timeline} aria-label={texts.title}>
      <Filters view={view} onView={setView} counts={summary.data?.counts} />
      {children}
      {summary.error && !summary.data && (
        <p className={classes.failed} role="alert">
          <IconAlertTriangle size={16} aria-hidden />
          {texts.failedCounts}
          <Button size="compact-xs" variant="default" onClick={() => void summary.refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      {!isNarrowed(view) && <ComingUp chat_id={chat_id} customer={customer} coming={summary.data?.coming ?? []} />}
      <Entries customer_id={customer_id} customer={customer} view={view} onView={setView} />
    </section>
  );
}

interface TimelineFilterProps {
  view: TimelineView;
  onView: (view: Partial<TimelineView>) => void;
  /** Undefined while they load. */
  counts: Readonly<Record<EntryKind, number>> | undefined;
}

/** The kinds there are, with their numbers; a click shows one alone, with Shift it joins or leaves those shown. */
function Filters({ view, onView, counts }: TimelineFilterProps) {
  const [isSearching, setSearching] = useState(view.search !== "" || view.until !== "");
  const search = useRef<HTMLButtonElement>(null);
  const { kinds } = view;
  const present = timelineKinds.filter((kind) => kinds.includes(kind) || (counts?.[kind] ?? 0) > 0);
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  const choose = (kind: EntryKind, isAdded: boolean) => {
    const isChosen = kinds.includes(kind);
    if (!isAdded) return onView({ kinds: isChosen && kinds.length === 1 ? [] : [kind] });
    onView({ kinds: isChosen ? kinds.filter((one) => one !== kind) : [...kinds, kind] });
  };
  if (isSearching) {
    return (
      <SearchRow
        view={view}
        onView={onView}
        onClose={() => {
          setSearching(false);
          onView({ search: "", until: "" });
          setTimeout(() => search.current?.focus());
        }}
      />
    );
  }
  return (
    <div className={classes.filters}>
      <fieldset className={classes.chips} aria-label={texts.filters}>
        <UnstyledButton
          className={classes.chip}
          aria-pressed={kinds.length === 0}
          onClick={() => onView({ kinds: [] })}
        >
          {texts.all} {total !== undefined && <span className={classes.count}>{countText(total)}</span>}
        </UnstyledButton>
        {present.map((kind, n) => (
          <UnstyledButton
            key={kind}
            className={classes.chip}
            aria-pressed={kinds.includes(kind)}
            aria-keyshortcuts={n < 9 ? String(n + 1) : undefined}
            title={texts.filterHint}
            onClick={(event) => choose(kind, event.shiftKey)}
          >
            {texts.kinds[kind]} {counts && <span className={classes.count}>{countText(counts[kind])}</span>}
          </UnstyledButton>
        ))}
      </fieldset>
      <ActionIcon
        ref={search}
        variant="subtle"
        color="gray"
        aria-label={texts.search}
        aria-keyshortcuts="/"
        onClick={() => setSearching(true)}
      >
        <IconSearch size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** How long somebody may pause before what they typed is searched for. */
const pauseMs = 250;

function SearchRow({ view, onView, onClose }: Omit<TimelineFilterProps, "counts"> & { onClose: () => void }) {
  const [typed, setTyped] = useState(view.search);
  const change = useRef(onView);
  change.current = onView;
  useEffect(() => {
    const search = typed.trim();
    const waiting = setTimeout(() => change.current({ search }), pauseMs);
    return () => clearTimeout(waiting);
  }, [typed]);
  return (
    <search className={classes.filters}>
      <TextInput
        type="search"
        size="sm"
        className={classes.search}
        autoFocus
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={texts.search}
        aria-label={texts.search}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
      />
      <TextInput
        type="date"
        size="sm"
        aria-label={texts.jump}
        title={texts.jump}
        min="2000-01-01"
        max="2999-12-31"
        value={view.until}
        onChange={({ currentTarget }) => onView({ until: currentTarget.value })}
      />
      <CloseButton aria-label={texts.closeSearch} onClick={onClose} />
    </search>
  );
}

interface ComingProps extends Pick<Props, "chat_id" | "customer"> {
  coming: readonly TimelineEntry[];
}

/** Open tasks, pending appointments and scheduled texts. */
function ComingUp({ chat_id, customer, coming }: ComingProps) {
  const time = useTime();
  useFreshCalls([scheduledMessages.ofChat], scheduledEvents.changed, {
    isShown: ({ target_id }) => target_id === chat_id,
  });
  const request = { params: { chat_id: chat_id ?? 0 } };
  const scheduled = useCall(scheduledMessages.ofChat, request, { enabled: chat_id !== null }).data ?? [];
  const waiting = scheduled.filter(({ state }) => state === "waiting");
  if (coming.length === 0 && waiting.length === 0) return null;
  return (
    <>
      <DayHead>{texts.coming}</DayHead>
      <ol className={classes.list}>
        {coming.map((entry) => (
          <TimelineLine key={entry.key} entry={entry} customer={customer} isComing />
        ))}
        {waiting.map(({ id, message, send_at }) => (
          <li key={id} className={classes.scheduled} data-entry={`scheduled-${id}`} tabIndex={-1}>
            <span className={classes.icon}>
              <IconClock size={14} aria-hidden />
            </span>
            <span className={classes.words} dir="auto">
              <strong>{texts.scheduled}</strong> {message}
            </span>
            <Anchor href={`/inbox/all/${chat_id}`} size="sm" className={classes.when}>
              <StatusBadge tone="amber" icon={IconClock}>
                {time.dateTime(send_at)}
              </StatusBadge>
            </Anchor>
          </li>
        ))}
      </ol>
    </>
  );
}

const DayHead = ({ children }: { children: ReactNode }) => <h2 className={classes.day}>{children}</h2>;

interface EntriesProps extends Pick<Props, "customer_id" | "customer">, Pick<TimelineFilterProps, "view" | "onView"> {}

/** The entries by day, the newest first; older ones load as one scrolls. */
function Entries({ customer_id, customer, view, onView }: EntriesProps) {
  const { zone } = useTime();
  const { entries, failure, data, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useTimelineEntries(
    customer_id,
    view,
  );
  if (failure && !data) return <LoadFailure failure={failure} retry={refetch} title={texts.failed} />;
  if (!data) return <LoadingLines />;
  const days = byDay(entries, zone ?? "UTC");
  return (
    <>
      {view.until !== "" && (
        <Button size="compact-sm" variant="subtle" className={classes.latest} onClick={() => onView({ until: "" })}>
          {texts.latest}
        </Button>
      )}
      {entries.length === 0 && <NoEntries view={view} onView={onView} />}
      {days.map(([day, ofDay]) => (
        <Fragment key={day}>
          <DayHead>{dayHead(day, ofDay[0]?.at ?? "", zone)}</DayHead>
          <ol className={classes.list}>
            {ofDay.map((entry) => (
              <TimelineLine key={entry.key} entry={entry} customer={customer} />
            ))}
          </ol>
        </Fragment>
      ))}
      {failure && <LoadFailure failure={failure} retry={fetchNextPage} title={texts.failed} />}
      {hasNextPage && !failure && <NextPage isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}

/** Loads older entries before the end is reached; without the observer's help it is a button. */
function NextPage({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (isLoading || !end.current) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && latest.current(), {
      rootMargin: "600px",
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className={classes.more}>
      <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
        {texts.more}
      </Button>
    </div>
  );
}

function NoEntries({ view, onView }: Pick<TimelineFilterProps, "view" | "onView">) {
  const [kind] = view.kinds;
  if (!isNarrowed(view)) return <EmptyState icon={IconHistory}>{texts.nothing}</EmptyState>;
  const isOneKind = kind !== undefined && view.kinds.length === 1 && view.search === "" && view.until === "";
  return (
    <EmptyState
      icon={IconHistory}
      action={
        <Button size="xs" variant="default" onClick={() => onView(wholeTimeline)}>
          {texts.clear}
        </Button>
      }
    >
      {isOneKind ? texts.noneOf[kind] : texts.noMatch}
    </EmptyState>
  );
}

const skeletonLines = Array.from({ length: 10 }, (_, n) => n);

function LoadingLines() {
  return (
    <div className={classes.loading} role="status" aria-label={texts.loading}>
      {skeletonLines.map((n) => (
        <Skeleton key={n} height={22} width={`${90 - ((n * 17) % 45)}%`} />
      ))}
    </div>
  );
}

/** Entries by the day that they happened on, in their order. */
function byDay(entries: readonly TimelineEntry[], zone: string): [string, TimelineEntry[]][] {
  const days: [string, TimelineEntry[]][] = [];
  for (const entry of entries) {
    const { date } = wallTimeAt(new Date(entry.at), zone);
    const last = days.at(-1);
    if (last?.[0] === date) last[1].push(entry);
    else days.push([date, [entry]]);
  }
  return days;
}

const dayMs = 86_400_000;

function dayHead(day: string, at: string, zone: string | undefined): string {
  const today = wallTimeAt(new Date(), zone ?? "UTC").date;
  const distance = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  if (distance === 0) return texts.today;
  if (distance === 1) return texts.yesterday;
  const words = formatInstant(at, "day", zone);
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words}, ${day.slice(0, 4)}`;
}
