import { ActionIcon, Alert, Anchor, Button, Textarea } from "@mantine/core";
import { IconArrowLeft, IconCheck, IconLayoutSidebarRight, IconZzz } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { counterText, cutToLimit } from "#core/smsCounter.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { newId } from "#core/web/newId.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useKeyedState } from "#core/web/useKeyedState.ts";
import { CallButton } from "#domains/inbox/calls/web/public.tsx";
import { inbox } from "#domains/inbox/contract.ts";
import {
  Conversation,
  type DetailsToggle,
  useDetailsBeside,
  useSuggestedText,
} from "#domains/inbox/embedded/web/public.tsx";
import { SnoozeDialog, snoozeOptions, snoozeTexts, useNextOpening } from "#domains/inbox/list/web/public.tsx";
import { leads } from "#domains/leads/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { type NextEntry, next } from "../contract.ts";
import { nextCounts } from "../counts/contract.ts";
import { keyOf, suggestionsFor } from "../rules.ts";
import { EntryFacts } from "./EntryFacts.tsx";
import classes from "./EntryPane.module.css";
import { EntryBadge, nameOf } from "./NextList.tsx";
import { nextTexts, entryTexts as texts } from "./texts.ts";
import { type EntryActions, type NextQueue, shownName } from "./useNextQueue.ts";

interface Props {
  queue: NextQueue;
  entry: NextEntry;
  actions: EntryActions;
}

interface PaneProps extends Props {
  /** Whether the message field may take the focus by itself. */
  takesFocus: () => boolean;
}

/** The open entry: who it is, what they need, and what answers it. */
export function EntryPane({ queue, entry, actions, takesFocus }: PaneProps) {
  const { chat_id } = entry;
  const { isWide, details } = useDetailsBeside(chat_id ?? undefined);
  const claim = useSend(leads.claim, { quiet: "success", invalidates: [next.queue] });
  const isFree = entry.lead_id !== null && entry.kind === "lead" && entry.owner_id === null;
  const isPhone = useMedia(phone);
  // There is no room for more on a phone.
  const sendLabel = isFree && !isPhone ? texts.claimSendNext : texts.sendNext;
  const onSent = () => queue.leave(entry);
  const [placed, setPlaced] = useState("");
  /** Someone who was quicker answers: then nothing is sent. */
  const beforeSend = async () => {
    if (!isFree || entry.lead_id === null) return true;
    return claim.mutateAsync({ params: { id: entry.lead_id } }).then(
      () => true,
      () => false,
    );
  };
  const header = (
    <>
      <EntryHeader
        queue={queue}
        entry={entry}
        actions={actions}
        details={chat_id === null ? undefined : details}
        onPlaced={() => setPlaced(keyOf(entry))}
      />
      {queue.isStale && <NoLongerWaiting queue={queue} entry={entry} />}
      <EntryFacts
        key={keyOf(entry)}
        entry={entry}
        leave={queue.leave}
        wasCalled={placed === keyOf(entry)}
        onLogged={() => setPlaced("")}
      />
    </>
  );
  if (chat_id !== null) {
    const embedded = {
      header,
      aboveComposer: <Suggestions key={keyOf(entry)} entry={entry} chatId={chat_id} />,
      belowComposer: <KeyRow />,
      sendLabel,
      beforeSend,
      onSent,
      onEscape: leaveField,
      takesFocus,
    };
    return <Conversation chatId={chat_id} embedded={embedded} isWide={isWide} details={details} />;
  }
  return (
    <section className={classes.pane} aria-label={nameOf(entry)}>
      {header}
      <div className={classes.space} />
      <WithoutChat
        key={keyOf(entry)}
        entry={entry}
        sendLabel={sendLabel}
        beforeSend={beforeSend}
        onSent={onSent}
        takesFocus={takesFocus}
      />
      <KeyRow />
    </section>
  );
}

/** Takes the focus out of the field, so that keys mean what they say. */
const leaveField = () => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined);

interface HeaderProps extends Props {
  /** Undefined where there are no details. */
  details: DetailsToggle | undefined;
  /** Runs when a call to the customer begins. */
  onPlaced: () => void;
}

function EntryHeader({ queue, entry, actions, details, onPlaced }: HeaderProps) {
  const hasPage = useHasScreen("/customer/:id");
  const { customer_id, kind, is_opted_out } = entry;
  const name = nameOf(entry);
  const at = queue.entries.findIndex((one) => keyOf(one) === keyOf(entry));
  const below = [entry.name !== "" && entry.phone !== "" ? formatPhone(entry.phone) : entry.email, entry.stage];
  return (
    <header className={classes.header}>
      <ActionIcon
        component={Link}
        to={`/next${queue.query}`}
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.back}
        aria-label={texts.back}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <h2 className={classes.name} dir="auto">
          {customer_id !== null && hasPage ? (
            <Link to={`/customer/${customer_id}`} aria-keyshortcuts="o">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className={classes.below}>
          {below.filter(Boolean).join(" · ")}
          {at >= 0 && <span className={classes.position}>{nextTexts.position(at + 1, queue.entries.length)}</span>}
          <EntryBadge entry={entry} />
        </p>
      </div>
      {customer_id !== null && entry.phone !== "" && (
        <CallButton
          shortcut="c"
          isSmall={kind !== "call" && !is_opted_out}
          isMain={kind === "call" || is_opted_out}
          customer={{ id: customer_id, name }}
          onPlaced={onPlaced}
        />
      )}
      {!queue.isStale && (
        <>
          <SnoozeButton entry={entry} actions={actions} isSnoozed={queue.snoozed === 1} />
          <Can use={next.done}>
            <Button
              variant="default"
              className={classes.done}
              aria-label={`${texts.done}: ${texts.doneHint[kind]}`}
              aria-keyshortcuts="e"
              title={texts.doneHint[kind]}
              leftSection={<IconCheck size={18} aria-hidden />}
              onClick={() => actions.done(entry)}
            >
              <span className={classes.doneText}>{texts.done}</span>
            </Button>
          </Can>
        </>
      )}
      {details && (
        <ActionIcon
          variant={details.isOpen ? "light" : "subtle"}
          color={details.isOpen ? undefined : "gray"}
          size="lg"
          aria-label={texts.panel}
          title={texts.panel}
          aria-expanded={details.isOpen}
          onClick={details.toggle}
        >
          <IconLayoutSidebarRight size={20} aria-hidden />
        </ActionIcon>
      )}
    </header>
  );
}

interface SnoozeProps {
  entry: NextEntry;
  actions: EntryActions;
  isSnoozed: boolean;
}

function SnoozeButton({ entry, actions, isSnoozed }: SnoozeProps) {
  const time = useTime();
  const opens_at = useNextOpening();
  const [choosing, setChoosing] = useState(false);
  const items = snoozeOptions(time, opens_at, (at) => actions.snooze(entry, at));
  items.push({ name: "custom", label: snoozeTexts.custom, onClick: () => setChoosing(true) });
  if (isSnoozed) items.unshift({ name: "wake", label: nextTexts.wake, onClick: () => actions.wake(entry) });
  return (
    <Can use={next.snooze}>
      <DropMenu
        heading={snoozeTexts.snoozeUntil}
        width={230}
        items={items}
        trigger={
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.snooze}
            aria-keyshortcuts="s"
            title={texts.snooze}
          >
            <IconZzz size={18} aria-hidden />
          </ActionIcon>
        }
      />
      <SnoozeDialog opened={choosing} onClose={() => setChoosing(false)} onChoose={(at) => actions.snooze(entry, at)} />
    </Can>
  );
}

/** Someone else was quicker; what was written stays. */
function NoLongerWaiting({ queue, entry }: Pick<Props, "queue" | "entry">) {
  return (
    <div className={classes.stale} role="status">
      {nextTexts.stale(nameOf(entry))}
      <Button variant="default" size="compact-sm" onClick={() => queue.step(1)}>
        {nextTexts.goOn}
      </Button>
    </div>
  );
}

/** Texts that may answer: the team's own, or a question that the entry asks for. Choosing one writes it; nothing sends itself. */
function Suggestions({ entry, chatId }: { entry: NextEntry; chatId: number }) {
  const { data } = useCall(textTemplates.list, {}, { staleTime: 300_000 });
  const { text, fill, put } = useSuggestedText(chatId);
  const own = useOwnQuestion(entry);
  const found = entry.kind === "question" || entry.kind === "lead" ? entry.words : "";
  const team = suggestionsFor(
    found,
    (data?.allTemplates ?? []).filter(({ image }) => image === null),
  );
  const offered = own ? [own] : team.map(({ template }) => fill(template));
  const isPhone = useMedia(phone);
  const row = useRef<HTMLDivElement>(null);
  const current = useRef({ offered, text, put });
  current.current = { offered, text, put };
  // Tab in the empty field writes the first one, and the next while it stays untouched.
  useEffect(() => {
    const onTab = (event: globalThis.KeyboardEvent) => {
      const { offered, text, put } = current.current;
      const field = event.target instanceof HTMLTextAreaElement && row.current?.parentElement?.contains(event.target);
      if (event.key !== "Tab" || event.shiftKey || !field) return;
      const taken = offered.indexOf(text);
      const follower = text === "" ? offered[0] : taken < 0 ? undefined : offered[taken + 1];
      if (follower === undefined) return;
      event.preventDefault();
      put(follower);
    };
    document.addEventListener("keydown", onTab);
    return () => document.removeEventListener("keydown", onTab);
  }, []);
  const isOpen = offered.length > 0 && (text === "" || offered.includes(text));
  return (
    <div ref={row} className={classes.suggestions} hidden={!isOpen}>
      <p>{own ? texts.suggested : texts.from}</p>
      <div>
        {offered.map((one) => (
          <button key={one} type="button" title={one} aria-pressed={one === text} onClick={() => put(one)}>
            <span dir="auto">{one}</span>
            {!isPhone && one !== text && one === (text === "" ? offered[0] : offered[offered.indexOf(text) + 1]) && (
              <kbd>Tab</kbd>
            )}
          </button>
        ))}
      </div>
    </div>
  );
}

/** What an appointment asks for. */
function useOwnQuestion({ kind, name, appointment, due_at }: NextEntry): string | undefined {
  const time = useTime();
  const [first = ""] = name.split(" ");
  if (kind === "confirm" && due_at !== null)
    return texts.askToConfirm(first, appointment, `${time.day(due_at)} at ${time.time(due_at)}`);
  return kind === "no_show" ? texts.askNoShow(first) : undefined;
}

interface WithoutChatProps {
  entry: NextEntry;
  sendLabel: string;
  beforeSend: () => Promise<boolean>;
  onSent: () => void;
  takesFocus: () => boolean;
}

/** The first text to a customer without a conversation, or why there can be none. */
function WithoutChat({ entry, ...sending }: WithoutChatProps) {
  const { customer_id, is_opted_out } = entry;
  if (is_opted_out) return <Reason>{texts.optedOut}</Reason>;
  if (customer_id === null || entry.phone === "")
    return entry.kind === "task" ? null : (
      <Reason>
        {texts.noPhone}{" "}
        {customer_id === null && entry.email !== "" && <Anchor href={`mailto:${entry.email}`}>{entry.email}</Anchor>}
      </Reason>
    );
  return (
    <Can use={inbox.sendToCustomer}>
      <FirstText customer_id={customer_id} name={shownName(entry)} {...sending} />
    </Can>
  );
}

const Reason = ({ children }: { children: ReactNode }) => (
  <Alert color="gray" m="md">
    {children}
  </Alert>
);

/** What was written to whom and not sent yet, while one looks at other entries. */
const firstTexts = new Map<number, string>();

interface FirstTextProps extends Omit<WithoutChatProps, "entry"> {
  customer_id: number;
  name: string;
}

function FirstText({ customer_id, name, sendLabel, beforeSend, onSent, takesFocus }: FirstTextProps) {
  const [message, setMessage] = useKeyedState(customer_id, firstTexts.get(customer_id) ?? "");
  const [client_id, setClientId] = useState(newId);
  const isPhone = useMedia(phone);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useSend(inbox.sendToCustomer, {
    quiet: "success",
    invalidates: [next.queue, nextCounts.mine, inbox.chats],
    onSuccess: () => {
      firstTexts.delete(customer_id);
      setClientId(newId());
      onSent();
    },
  });
  useEffect(() => {
    if (!isPhone && takesFocus()) field.current?.focus({ preventScroll: true });
  }, [isPhone, takesFocus]);
  const write = (text: string) => {
    firstTexts.set(customer_id, text);
    setMessage(text);
  };
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (message.trim() === "" || send.isPending || !(await beforeSend())) return;
    send.mutate({ body: { customer_id, message: message.trim(), client_id } });
  };
  return (
    <form className={classes.first} onSubmit={(event) => void submit(event)}>
      <Textarea
        ref={field}
        aria-label="Message"
        placeholder={texts.write}
        title={name}
        autosize
        minRows={2}
        maxRows={8}
        value={message}
        error={send.error?.fields.message ?? send.error?.message}
        onChange={({ currentTarget }) => write(cutToLimit(currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === "Escape") leaveField();
          else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) void submit(event);
        }}
      />
      <div className={classes.firstBar}>
        <span>{counterText(message)}</span>
        <Button type="submit" disabled={message.trim() === ""} loading={send.isPending}>
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}

/** The keys that work outside of the field. */
function KeyRow() {
  const { afterEsc, ...keys } = texts.keys;
  return (
    <p className={classes.keys} aria-hidden>
      <kbd>Esc</kbd> {afterEsc}
      {Object.entries({
        c: keys.call,
        a: keys.appointment,
        t: keys.task,
        s: keys.snooze,
        e: keys.done,
        j: keys.next,
      }).map(([key, label]) => (
        <span key={key}>
          <kbd>{key.toUpperCase()}</kbd> {label}
        </span>
      ))}
    </p>
  );
}
