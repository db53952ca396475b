import { Button } from "@mantine/core";
import { IconCircleCheck, IconSelector } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { Conversations, useFailedTexts } from "#domains/inbox/embedded/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { EntryPane } from "./EntryPane.tsx";
import { createFieldFocus } from "./keys.ts";
import { NextKeys } from "./NextKeys.tsx";
import { NextList, nameOf, Progressed, snoozedText } from "./NextList.tsx";
import classes from "./NextScreen.module.css";
import { entryTexts, nextTexts as texts } from "./texts.ts";
import { type NextQueue, useEntryActions, useNextQueue } from "./useNextQueue.ts";

/** Everyone who waits, one after the other. */
export function NextScreen() {
  const queue = useNextQueue();
  const actions = useEntryActions(queue);
  const [focus] = useState(createFieldFocus);
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
              <NextKeys queue={queue} actions={actions} focus={focus} />
            </div>
            <Progressed queue={queue} />
            <NextList queue={queue} actions={actions} />
          </section>
          {open && <EntryPane queue={queue} entry={open} actions={actions} takesFocus={focus.takesFocus} />}
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
    data.next_wake !== null && snoozedText(data.snoozed, data.next_wake, time),
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
