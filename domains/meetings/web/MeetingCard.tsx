import { ActionIcon, Button, Group, Modal, Text, TextInput } from "@mantine/core";
import {
  IconCheck,
  IconCopy,
  IconDotsVertical,
  IconLink,
  IconMessage,
  IconPencil,
  IconTrash,
  IconUserX,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { dayOf } from "#domains/appointments/rules.ts";
import { type Meeting, meetings } from "../contract.ts";
import { roomName } from "../fields.ts";
import { phaseOf, spanInWords } from "../rules.ts";
import classes from "./MeetingCard.module.css";
import { meetingTexts as texts } from "./texts.ts";

interface Props {
  meeting: Meeting;
  now: Date;
  /** In Rooftop's own room, the two have to be on the same network. */
  isRoomLocal: boolean;
  onEdit: (meeting: Meeting) => void;
  onCancel: (meeting: Meeting) => void;
}

const refreshes = [meetings.list, meetings.get, appointmentCalendar.view];

/** A meeting that is coming: when, with whom, and the way in. */
export function MeetingCard({ meeting, now, isRoomLocal, onEdit, onCancel }: Props) {
  const time = useTime();
  const { id, title, datetime, ends_at, customer_name, type, kind, url, people } = meeting;
  const phase = phaseOf(meeting, now);
  const zone = time.zone ?? "UTC";
  const isToday = dayOf(new Date(datetime), zone) === dayOf(now, zone);
  const when = texts.span(isToday ? "" : time.day(datetime), spanInWords(datetime, ends_at, zone));
  return (
    <li className={classes.card} data-due={phase === "open" || undefined}>
      <div className={classes.head}>
        <h3 className={classes.title} title={title}>
          {title}
        </h3>
        <span className={classes.avatars} title={texts.people(people.map(({ name }) => name).join(", "))}>
          {people.slice(0, 3).map((person) => (
            <Initials key={person.id} initials={person.name_initials} seed={person.id} size={24} />
          ))}
          {people.length > 3 && <span className={classes.more}>+{people.length - 3}</span>}
        </span>
        <MeetingMenu meeting={meeting} onEdit={onEdit} onCancel={onCancel} />
      </div>
      <p className={classes.when}>
        <span className={classes.line}>{when}</span>
        <MeetingState meeting={meeting} now={now} isDue={phase === "open"} />
      </p>
      <p className={classes.line} dir="auto">
        {customer_name}
        {type === 1 && <span className={classes.room}> · {url ? roomName(url) : texts.form.kinds[kind]}</span>}
      </p>
      {type === 1 && kind === "room" && isRoomLocal && <p className={classes.missing}>{texts.form.sameNetwork}</p>}
      <div className={classes.actions}>
        {type === 1 && <WayIn meeting={meeting} isDue={phase === "open"} />}
        <CopyLinkButton key={id} url={meeting.join_url} about={title} />
      </div>
    </li>
  );
}

/** Join and Start, which both lead into the room; the latter says that the meeting has begun. */
function WayIn({ meeting, isDue }: Pick<Props, "meeting"> & { isDue: boolean }) {
  const start = useSend(meetings.start, { invalidates: refreshes });
  const { id, url, link_state, title, started_at } = meeting;
  const mayStart = useCan(meetings.start);
  if (!mayStart || link_state === "pending") return null;
  const room = { component: "a", href: url || `/meetings/room/${id}`, target: "_blank", rel: "noreferrer" } as const;
  return (
    <>
      <Button
        {...room}
        size="compact-md"
        variant={isDue && !started_at ? "filled" : "default"}
        aria-label={`${texts.start}: ${title}`}
        onClick={() => url !== "" && start.mutate({ params: { id } })}
      >
        {texts.start}
      </Button>
      <Button
        {...room}
        size="compact-md"
        variant={started_at ? "filled" : "default"}
        aria-label={`${texts.join}: ${title}`}
      >
        {texts.join}
      </Button>
    </>
  );
}

/** Below this many minutes the remaining time isn't shown. */
const soon = 60;

/** What the card has to say besides: how soon it is, who waits, and what is missing. */
function MeetingState({ meeting, now, isDue }: { meeting: Meeting; now: Date; isDue: boolean }) {
  const time = useTime();
  const { joined_at, started_at, customer_name, link_state, type, datetime } = meeting;
  if (joined_at)
    return (
      <span className={classes.chip}>
        <IconCheck size={12} aria-hidden /> {texts.customerHere(customer_name, time.time(joined_at))}
      </span>
    );
  if (started_at) return <span className={classes.chip}>{texts.started}</span>;
  if (type === 1 && link_state === "pending") return <span className={classes.chip}>{texts.linkPending}</span>;
  if (type === 1 && link_state === "failed") return <span className={classes.missing}>{texts.linkFailed}</span>;
  const minutes = Math.ceil((new Date(datetime).getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return isDue ? <span className={classes.chip}>{texts.due}</span> : null;
  return minutes <= soon ? <span className={classes.chip}>{texts.inMinutes(minutes)}</span> : null;
}

/** Everything else that can be done with a meeting. */
function MeetingMenu({ meeting, onEdit, onCancel }: Omit<Props, "now" | "isRoomLocal">) {
  const text = useSend(meetings.text, { invalidates: refreshes });
  const renew = useSend(meetings.renew, { invalidates: refreshes });
  const update = useSend(appointments.update, { invalidates: refreshes });
  const { id, title } = meeting;
  const params = { id };
  const askToRenew = async () => {
    const question = { title: texts.newLinkTitle, text: texts.newLinkText, action: texts.newLinkAction };
    if (await confirm(question)) renew.mutate({ params });
  };
  return (
    <DropMenu
      trigger={
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${title}`}>
          <IconDotsVertical size={16} aria-hidden />
        </ActionIcon>
      }
      items={[
        { needs: meetings.edit, label: "Edit", icon: IconPencil, onClick: () => onEdit(meeting) },
        { needs: meetings.text, label: texts.textLink, icon: IconMessage, onClick: () => text.mutate({ params }) },
        { needs: meetings.renew, label: texts.newLink, icon: IconLink, onClick: askToRenew },
        {
          needs: appointments.update,
          label: texts.completed,
          icon: IconCheck,
          onClick: () => update.mutate({ params: { id, status: 1 } }),
        },
        {
          needs: appointments.update,
          label: texts.noShow,
          icon: IconUserX,
          onClick: () => update.mutate({ params: { id, status: 2 } }),
        },
        {
          needs: meetings.cancel,
          label: texts.cancel,
          icon: IconTrash,
          danger: true,
          onClick: () => onCancel(meeting),
        },
      ]}
    />
  );
}

const shownMs = 2_000;

/** Copies the customer's link; where the browser doesn't allow that, shows it to be copied by hand. */
function CopyLinkButton({ url, about }: { url: string; about: string }) {
  const [state, setState] = useState<"copied" | "shown">();
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setState("copied");
    } catch {
      setState("shown");
    }
  };
  const isCopied = state === "copied";
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${texts.copyLink}: ${about}`}
        leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? texts.copied : texts.copyLink}
      </Button>
      <Modal opened={state === "shown"} onClose={() => setState(undefined)} title={texts.copyFailed}>
        <Text size="sm" mb="sm">
          {texts.copyHint}
        </Text>
        <TextInput
          readOnly
          data-autofocus
          aria-label={texts.copyFailed}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end" mt="lg">
          <Button onClick={() => setState(undefined)}>{texts.close}</Button>
        </Group>
      </Modal>
    </>
  );
}

interface MeetingLinksProps {
  id: number;
  onEdit: (meeting: Meeting) => void;
  onCancel: (meeting: Meeting) => void;
}

/** The way into a meeting that is still to come, and the customer's link: what the cards of the next ones have. */
export function MeetingLinks({ id, onEdit, onCancel }: MeetingLinksProps) {
  const { data: meeting } = useCall(meetings.get, { params: { id } });
  if (meeting?.status !== 0) return null;
  const { type, title, join_url } = meeting;
  const now = new Date();
  const isDue = phaseOf(meeting, now) === "open";
  return (
    <Group gap="xs" mt="md">
      {type === 1 && <WayIn meeting={meeting} isDue={isDue} />}
      <CopyLinkButton url={join_url} about={title} />
      <MeetingMenu meeting={meeting} onEdit={onEdit} onCancel={onCancel} />
      <MeetingState meeting={meeting} now={now} isDue={isDue} />
    </Group>
  );
}
