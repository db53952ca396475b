import { ActionIcon, Button } from "@mantine/core";
import {
  IconCheck,
  IconDotsVertical,
  IconLink,
  IconMessage,
  IconPencil,
  IconTrash,
  IconUserX,
} from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { type Meeting, meetings } from "../contract.ts";
import { roomName } from "../fields.ts";
import { phaseOf } from "../rules.ts";
import { CopyLinkButton } from "./CopyLinkButton.tsx";
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

const refreshes = [meetings.list];

/** A meeting that is coming: when, with whom, and the way in. */
export function MeetingCard({ meeting, now, isRoomLocal, onEdit, onCancel }: Props) {
  const time = useTime();
  const { id, title, datetime, ends_at, customer_name, type, url } = meeting;
  const phase = phaseOf(meeting, now);
  const when = texts.span(time.day(datetime), time.time(datetime), time.time(ends_at));
  return (
    <li className={classes.card} data-due={phase === "open" || undefined}>
      <div className={classes.head}>
        <h3 className={classes.title} title={title}>
          {title}
        </h3>
        <MeetingMenu meeting={meeting} onEdit={onEdit} onCancel={onCancel} />
      </div>
      <p className={classes.line}>{when}</p>
      <p className={classes.line} dir="auto">
        {customer_name}
        {type === 1 && <span className={classes.room}> · {url ? roomName(url) : texts.form.kinds.room}</span>}
      </p>
      <div className={classes.people}>
        <span className={classes.avatars} title={texts.people(meeting.people.map(({ name }) => name).join(", "))}>
          {meeting.people.slice(0, 4).map((person) => (
            <Initials key={person.id} initials={person.name_initials} seed={person.id} size={24} />
          ))}
          {meeting.people.length > 4 && <span className={classes.more}>+{meeting.people.length - 4}</span>}
        </span>
        <MeetingState meeting={meeting} isDue={phase === "open"} />
      </div>
      {type === 1 && url === "" && isRoomLocal && <p className={classes.missing}>{texts.form.sameNetwork}</p>}
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
  const { id, url, title, started_at } = meeting;
  const mayStart = useCan(meetings.start);
  if (!mayStart) return null;
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

/** What the card has to say besides: who waits, and what is missing. */
function MeetingState({ meeting, isDue }: { meeting: Meeting; isDue: boolean }) {
  const time = useTime();
  const { joined_at, started_at, customer_name } = meeting;
  if (joined_at)
    return (
      <span className={classes.here}>
        <IconCheck size={14} aria-hidden /> {texts.customerHere(customer_name, time.time(joined_at))}
      </span>
    );
  if (started_at) return <span className={classes.here}>{texts.started}</span>;
  return isDue ? <span className={classes.here}>{texts.due}</span> : null;
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
