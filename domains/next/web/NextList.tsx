import { ActionIcon, Badge, Button, Progress, Skeleton } from "@mantine/core";
import "@mantine/core/styles/Progress.layer.css";
import {
  IconCalendarPlus,
  IconCalendarQuestion,
  IconCheck,
  IconClock,
  IconDots,
  IconListCheck,
  IconMessage,
  IconPhoneOutgoing,
  IconPhoneX,
  IconTargetArrow,
  IconUserX,
  IconZzz,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { GroupedVirtuoso } from "react-virtuoso";
import { formatPhone } from "#core/phone.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useCanEach } from "#core/web/session/useCan.ts";
import { formatDuration } from "#core/web/time/duration.ts";
import { type TimeFormats, useTime } from "#core/web/time/useTime.ts";
import { useMinute, waitColors, waitLength } from "#core/web/time/waits.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { QuickAppointmentDialog } from "#domains/appointments/web/public.tsx";
import { voice } from "#domains/inbox/calls/contract.ts";
import { CallButton, useCalling } from "#domains/inbox/calls/web/public.tsx";
import { snoozeOptions, useNextOpening } from "#domains/inbox/list/web/public.tsx";
import { DueBadge, dayWord } from "#domains/leads/web/public.tsx";
import { type NextEntry, type NextKind, next, nextKinds } from "../contract.ts";
import { keyOf } from "../rules.ts";
import classes from "./NextList.module.css";
import { SwipeRow } from "./SwipeRow.tsx";
import { entryTexts, nextTexts as texts } from "./texts.ts";
import { type EntryActions, type NextQueue, shownName } from "./useNextQueue.ts";

const icons = {
  question: IconMessage,
  lead: IconTargetArrow,
  call: IconPhoneX,
  task: IconListCheck,
  confirm: IconCalendarQuestion,
  no_show: IconUserX,
} satisfies Record<NextKind, unknown>;

interface Props {
  queue: NextQueue;
  actions: EntryActions;
}

/** The entries that wait, by what they wait for. */
export function NextList({ queue, actions }: Props) {
  const { data, error, refetch, entries, open, query, snoozed, waiting } = queue;
  const isPhone = useMedia(phone);
  if (error && !data) return <LoadFailure failure={error} retry={refetch} title={texts.failed} />;
  if (!data) return <LoadingRows />;
  if (entries.length === 0) return <p className={classes.none}>{snoozed ? texts.noneSnoozed : ""}</p>;
  const groups = nextKinds.map((kind) => ({ kind, count: entries.filter((entry) => entry.kind === kind).length }));
  const shown = groups.filter(({ count }) => count > 0);
  const countOf = ({ kind, count }: (typeof shown)[number]) => (waiting > entries.length ? data.counts[kind] : count);
  return (
    <nav className={classes.list} aria-label={texts.listLabel}>
      <GroupedVirtuoso
        groupCounts={shown.map(({ count }) => count)}
        groupContent={(index) => {
          const group = shown[index];
          if (!group) return null;
          const Icon = icons[group.kind];
          return (
            <h2 className={classes.group}>
              <Icon size={14} aria-hidden />
              {texts.kinds[group.kind]} <span className={classes.groupCount}>{countOf(group)}</span>
            </h2>
          );
        }}
        itemContent={(index) => {
          const entry = entries[index];
          if (!entry) return null;
          const isOpen = open !== undefined && keyOf(open) === keyOf(entry);
          const isCard = isPhone && index === 0 && !snoozed;
          return <Row entry={entry} query={query} isOpen={isOpen} isCard={isCard} actions={actions} />;
        }}
        computeItemKey={(index) => {
          const entry = entries[index];
          return entry ? keyOf(entry) : index;
        }}
        components={{ Footer: () => <Rest isShort={waiting > entries.length} count={entries.length} /> }}
      />
    </nav>
  );
}

const Rest = ({ isShort, count }: { isShort: boolean; count: number }) =>
  isShort ? <p className={classes.rest}>{texts.first(count)}</p> : null;

function LoadingRows() {
  return (
    <div role="status" aria-label={texts.loading} className={classes.loading}>
      {[70, 55, 60, 80, 50, 65].map((width) => (
        <div key={width} className={classes.loadingRow}>
          <Skeleton circle height={32} />
          <div>
            <Skeleton height={12} width={`${width}%`} />
            <Skeleton height={10} mt={10} width={`${120 - width}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  entry: NextEntry;
  query: string;
  isOpen: boolean;
  /** The first entry on a phone: with what is said in full, and its buttons. */
  isCard: boolean;
  actions: EntryActions;
}

function Row(props: RowProps) {
  const isPhone = useMedia(phone);
  return (
    <div className={classes.entry} data-card={props.isCard || undefined}>
      {isPhone ? <SwipedRow {...props} /> : <RowContent {...props} />}
    </div>
  );
}

/** On a phone a finger does what the row's menu does. */
function SwipedRow(props: RowProps) {
  const { entry, query, isCard, actions } = props;
  const time = useTime();
  const opens_at = useNextOpening();
  const navigate = useNavigate();
  const may = useCanEach();
  const { call, dialog } = useCalling({ id: entry.customer_id ?? 0, name: nameOf(entry) });
  const calls = canCall(entry) && entry.kind === "call" && may(voice.placeCall);
  const answer = calls
    ? { label: entryTexts.keys.call, icon: IconPhoneOutgoing, run: call }
    : { label: answerLabel(entry), icon: IconMessage, run: () => navigate(addressOf(entry, query)) };
  return (
    <SwipeRow
      name={nameOf(entry)}
      isCard={isCard}
      snoozes={may(next.snooze) ? snoozeOptions(time, opens_at, (at) => actions.snooze(entry, at)) : []}
      onDone={may(next.done) ? () => actions.done(entry) : undefined}
      answer={answer}
    >
      <RowContent {...props} />
      {dialog}
    </SwipeRow>
  );
}

const addressOf = ({ kind, id }: NextEntry, query: string) => `/next/${kind}/${id}${query}`;
const answerLabel = ({ chat_id, kind }: NextEntry) =>
  chat_id === null && kind === "task" ? texts.goOn : entryTexts.reply;
const canCall = ({ customer_id, phone }: NextEntry) => customer_id !== null && phone !== "";

function RowContent({ entry, query, isOpen, isCard, actions }: RowProps) {
  const name = nameOf(entry);
  const to = addressOf(entry, query);
  return (
    <>
      <Link className={classes.row} to={to} aria-current={isOpen ? "true" : undefined} data-entry={keyOf(entry)}>
        <Initials initials={initialsOf(entry)} seed={entry.customer_id ?? entry.id} size={isCard ? 40 : 32} />
        <span className={classes.lines}>
          <span className={classes.line}>
            <span className={classes.name} title={name} dir="auto">
              {name}
            </span>
            <EntryBadge entry={entry} />
          </span>
          <span className={classes.words} dir="auto">
            {isCard ? <CardWords entry={entry} /> : secondLine(entry)}
          </span>
        </span>
      </Link>
      {isCard && <CardActions entry={entry} to={to} actions={actions} />}
      {!isCard && <RowMenu entry={entry} to={to} actions={actions} />}
    </>
  );
}

const CardWords = ({ entry }: { entry: NextEntry }) => (
  <>
    {[entry.stage, entry.vehicle].filter(Boolean).join(" · ")}
    <strong className={classes.quote}>{secondLine(entry)}</strong>
  </>
);

function CardActions({ entry, to, actions }: { entry: NextEntry; to: string; actions: EntryActions }) {
  return (
    <div className={classes.cardActions}>
      <Button component={Link} to={to} size="md" leftSection={<IconMessage size={18} aria-hidden />}>
        {answerLabel(entry)}
      </Button>
      {entry.customer_id !== null && canCall(entry) && (
        <CallButton isSmall customer={{ id: entry.customer_id, name: nameOf(entry) }} />
      )}
      <RowMenu entry={entry} to={to} actions={actions} />
    </div>
  );
}

/** What a row's menu does on a phone; a mouse has the buttons of the open entry. */
function RowMenu({ entry, to, actions }: { entry: NextEntry; to: string; actions: EntryActions }) {
  const time = useTime();
  const opens_at = useNextOpening();
  const [isBooking, setBooking] = useState(false);
  const { customer_id } = entry;
  const { call, dialog } = useCalling({ id: customer_id ?? 0, name: nameOf(entry) });
  const items: MenuOption[] = [
    { name: "answer", label: answerLabel(entry), icon: IconMessage, to },
    ...(canCall(entry)
      ? [{ name: "call", label: entryTexts.keys.call, icon: IconPhoneOutgoing, onClick: call, needs: voice.placeCall }]
      : []),
    ...(customer_id !== null
      ? [
          {
            name: "book",
            label: entryTexts.keys.appointment,
            icon: IconCalendarPlus,
            onClick: () => setBooking(true),
            needs: appointments.add,
          },
        ]
      : []),
    {
      name: "done",
      label: `${entryTexts.done}: ${entryTexts.doneHint[entry.kind]}`,
      icon: IconCheck,
      onClick: () => actions.done(entry),
      needs: next.done,
    },
    ...snoozeOptions(time, opens_at, (at) => actions.snooze(entry, at)).map((option) => ({
      ...option,
      label: `${entryTexts.snooze}: ${option.label}`,
      icon: IconZzz,
      needs: next.snooze,
    })),
  ];
  return (
    <span className={classes.menu}>
      <DropMenu
        width={260}
        items={items}
        trigger={
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`${entryTexts.more}: ${nameOf(entry)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
      />
      {dialog}
      {customer_id !== null && (
        <QuickAppointmentDialog opened={isBooking} onClose={() => setBooking(false)} customer_id={customer_id} />
      )}
    </span>
  );
}

/** How long someone has waited, when a task is due, or when the appointment is. */
export function EntryBadge({ entry }: { entry: NextEntry }) {
  useMinute();
  const time = useTime();
  if (entry.kind === "lead" && entry.due_at !== null && entry.until === null) return <DueBadge due={entry.due_at} />;
  const { text, color } = badgeOf(entry, time, new Date());
  return (
    <Badge
      className={classes.badge}
      size="sm"
      data-badge
      variant={color === "gray" ? "transparent" : "light"}
      color={color}
      leftSection={<IconClock size={12} stroke={2} aria-hidden />}
    >
      {text}
    </Badge>
  );
}

function badgeOf(entry: NextEntry, time: TimeFormats, now: Date): { text: string; color: string } {
  const { kind, since, due_at, until } = entry;
  const timeOrDay = (at: string) => (time.date(at) === time.date(now) ? time.time(at) : time.date(at));
  if (until !== null) return { text: entryTexts.until(timeOrDay(until)), color: "gray" };
  if (due_at === null || kind === "no_show") {
    const { text, level } = waitLength(since, now);
    return { text, color: waitColors[level] };
  }
  const at = timeOrDay(due_at);
  if (kind === "confirm") return { text: at, color: "gray" };
  return { text: entryTexts.due(at), color: Date.parse(due_at) < now.getTime() ? "red" : "yellow" };
}

/** Unknown callers are named by their number. */
const initialsOf = ({ name }: NextEntry) => (/\p{L}/u.test(name) ? initialsOfName(name) : "#");

/** Who an entry is about; a number as people write it. */
export const nameOf = (entry: NextEntry): string =>
  entry.name === "" && entry.phone !== "" ? formatPhone(entry.phone) : shownName(entry);

const quoted = (words: string) => (words === "" ? "" : `“${words}”`);

/** What an entry is about, in one line. */
export function secondLine(entry: NextEntry): string {
  const { kind, words, vehicle, source, calls, voicemail_seconds, appointment, name, phone, email } = entry;
  const called = [
    calls > 0 && entryTexts.calledTimes(calls),
    voicemail_seconds !== null && entryTexts.voicemail(formatDuration(voicemail_seconds)),
  ];
  const parts = {
    question: [quoted(words), ...(calls > 0 ? called : [])],
    lead: [vehicle, quoted(words) || source],
    call: called,
    task: [name || phone || email ? words : ""],
    confirm: [appointment],
    no_show: [entryTexts.missedAt(appointment)],
  }[kind];
  return [entry.is_opted_out && entryTexts.isOptedOut, ...parts].filter(Boolean).join(" · ");
}

/** How many come back, and when the first does. */
export const snoozedText = (count: number, next_wake: string, time: TimeFormats): string =>
  texts.snoozed(count, dayWord(next_wake, time.zone ?? "UTC", new Date()), time.time(next_wake));

/** What was done today, and what comes back. */
export function Progressed({ queue }: { queue: NextQueue }) {
  const time = useTime();
  const { data, show, queue: shown, member, snoozed, waiting } = queue;
  if (!data) return null;
  const later =
    data.next_wake === null ? texts.snoozedCount(data.snoozed) : snoozedText(data.snoozed, data.next_wake, time);
  const share = data.done_today === 0 ? 0 : (100 * data.done_today) / (data.done_today + waiting);
  return (
    <div className={classes.progress}>
      <p>
        <span>{texts.doneToday(data.done_today)}</span>
        {(data.snoozed > 0 || snoozed === 1) && (
          <button
            type="button"
            aria-pressed={snoozed === 1}
            onClick={() => show({ queue: shown, member, snoozed: snoozed === 0 })}
          >
            {snoozed ? texts.backToQueue : later}
          </button>
        )}
      </p>
      <Progress size={3} value={share} aria-label={texts.doneToday(data.done_today)} />
    </div>
  );
}
