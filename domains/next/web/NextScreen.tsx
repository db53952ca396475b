import { ActionIcon, Button, Modal } from "@mantine/core";
import { IconCircleCheck, IconKeyboard, IconSelector } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { areShortcutsOn, controlOf, handlesKeys, hasDialog } from "#core/web/singleKeys.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { Conversations, useFailedTexts } from "#domains/inbox/embedded/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { EntryPane } from "./EntryPane.tsx";
import { NextList, nameOf, Progressed } from "./NextList.tsx";
import classes from "./NextScreen.module.css";
import { entryTexts, keyTexts, nextTexts as texts } from "./texts.ts";
import { type EntryActions, type NextQueue, useEntryActions, useNextQueue } from "./useNextQueue.ts";

/** Everyone who waits, one after the other. */
export function NextScreen() {
  const queue = useNextQueue();
  const actions = useEntryActions(queue);
  const { open, entries, data, waiting } = queue;
  return (
    <Screen title={texts.title} fill>
      <Conversations chatId={open?.chat_id ?? undefined}>
        <FailedTexts queue={queue} />
        <div className={classes.panes} data-open={open !== undefined || undefined}>
          <section className={classes.list} aria-label={texts.title}>
            <div className={classes.head}>
              <h2 className={classes.title}>
                {queue.snoozed ? texts.snoozedTitle : texts.title} {waiting > 0 && <span>{waiting}</span>}
                <InfoTooltip about={texts.title}>{texts.about}</InfoTooltip>
              </h2>
              <QueueMenu queue={queue} />
              <Keys queue={queue} actions={actions} />
            </div>
            <Progressed queue={queue} />
            <NextList queue={queue} actions={actions} />
          </section>
          {open && <EntryPane queue={queue} entry={open} actions={actions} />}
          {!open && data && entries.length === 0 && <CaughtUp queue={queue} />}
        </div>
      </Conversations>
    </Screen>
  );
}

/** A text that could not be sent brings its entry back, and says so. */
function FailedTexts({ queue: { data, comeBack } }: { queue: NextQueue }) {
  const known = useRef(data?.entries);
  if (data) known.current = data.entries;
  const onFailed = useCallback(
    (chat_id: number) => {
      const entry = known.current?.find((one) => one.chat_id === chat_id);
      if (!entry) return;
      comeBack(entry);
      toast.error(entryTexts.notSent(nameOf(entry)));
    },
    [comeBack],
  );
  useFailedTexts(onFailed);
  return null;
}

/** Whose queue is shown. */
function QueueMenu({ queue: { queue, member, show } }: { queue: NextQueue }) {
  const members = useCall(team.chat, {}, { staleTime: 300_000 }).data?.teamMembers ?? [];
  const shown = members.find(({ id }) => id === member)?.name;
  const name = queue === "member" ? (shown ?? "") : texts.queues[queue];
  const items = [
    ...(["mine", "unassigned", "everyone"] as const).map((one) => ({
      name: one as string,
      label: texts.queues[one],
      checked: queue === one,
      onClick: () => show({ queue: one }),
    })),
    ...members.map(({ id, name: label }) => ({
      name: String(id),
      label,
      checked: member === id,
      onClick: () => show({ queue: "member", member: id }),
    })),
  ];
  return (
    <DropMenu
      heading={texts.whose}
      width={220}
      items={items}
      trigger={
        <Button
          variant="default"
          size="sm"
          aria-label={texts.queueMenu(name)}
          rightSection={<IconSelector size={16} aria-hidden />}
          className={classes.queue}
        >
          <span>{name}</span>
        </Button>
      }
    />
  );
}

function CaughtUp({ queue: { data, queue, snoozed, member, show } }: { queue: NextQueue }) {
  const time = useTime();
  if (!data) return null;
  const parts = [
    texts.doneToday(data.done_today),
    data.next_wake !== null && texts.snoozed(data.snoozed, time.time(data.next_wake)),
  ];
  return (
    <div className={classes.caughtUp}>
      <IconCircleCheck size={44} stroke={1.5} aria-hidden />
      <p className={classes.caughtUpTitle}>{queue === "mine" ? texts.caughtUp : texts.caughtUpTheirs}</p>
      <p>{parts.filter(Boolean).join(" · ")}</p>
      <div>
        {queue !== "everyone" && (
          <Button variant="default" onClick={() => show({ queue: "everyone" })}>
            {texts.team}
          </Button>
        )}
        {data.snoozed > 0 && (
          <Button variant="subtle" onClick={() => show({ queue, member, snoozed: snoozed === 0 })}>
            {snoozed ? texts.backToQueue : texts.showSnoozed}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Milliseconds: who wrote in a field until just now goes on writing, for the field that comes. */
const typedAhead = 1_500;

/** Single keys act on the open entry; the buttons say which is whose. */
function Keys({ queue, actions }: { queue: NextQueue; actions: EntryActions }) {
  const [isListed, setListed] = useState(false);
  const current = useRef({ queue, actions });
  current.current = { queue, actions };
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { queue, actions } = current.current;
      const hasField = queue.open && queue.open.chat_id !== null && !queue.open.is_opted_out;
      const isAhead = hasField && event.timeStamp - typedAt.current < typedAhead;
      if (event.target instanceof HTMLTextAreaElement || isAhead)
        typedAt.current = event.key === "Escape" ? Number.NEGATIVE_INFINITY : event.timeStamp;
      if (handlesKeys(event.target) || isAhead) return;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier || event.defaultPrevented || event.repeat) return;
      if (!areShortcutsOn() || hasDialog()) return;
      const key = event.key.toLowerCase();
      const moves: Record<string, () => unknown> = {
        j: () => queue.step(1),
        arrowdown: () => queue.step(1),
        k: () => queue.step(-1),
        arrowup: () => queue.step(-1),
        r: () => document.querySelector<HTMLElement>('textarea[aria-label="Message"]:enabled')?.focus(),
        z: actions.undo,
        "?": () => setListed(true),
      };
      const act = moves[key] ?? (/^[a-z1-3]$/.test(key) && controlOf(key) ? () => controlOf(key)?.click() : undefined);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.keys}
        aria-label={keyTexts.title}
        title={`${keyTexts.title} (?)`}
        onClick={() => setListed(true)}
      >
        <IconKeyboard size={20} aria-hidden />
      </ActionIcon>
      <Modal opened={isListed} onClose={() => setListed(false)} title={keyTexts.title}>
        <dl className={classes.keyList}>
          {keyTexts.list.map(({ key, label }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}
