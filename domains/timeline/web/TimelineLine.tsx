import { Button, Checkbox, Group, Textarea, UnstyledButton } from "@mantine/core";
import {
  IconAlertCircle,
  IconCalendar,
  IconCheckbox,
  IconCircleCheck,
  IconClock,
  IconMail,
  IconMessage,
  IconNote,
  IconPhone,
  IconPhoneOutgoing,
  IconPhoneX,
  IconSpeakerphone,
  IconStar,
  IconTargetArrow,
} from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { Stars } from "#core/web/figure/Stars.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { statusNames, typeNames } from "#domains/appointments/rules.ts";
import { statusLooks } from "#domains/appointments/web/public.tsx";
import { inbox } from "#domains/inbox/contract.ts";
import { type ChatMessage, chatNotes, maxNoteLength } from "#domains/inbox/conversation/contract.ts";
import { isWithoutContent } from "#domains/inbox/conversation/rules.ts";
import { canRetry } from "#domains/inbox/sending/rules.ts";
import { LeadDialog, moveText } from "#domains/leads/web/public.tsx";
import { tasks } from "#domains/tasks/contract.ts";
import { type TimelineEntry, timeline } from "../contract.ts";
import { CallPlayer } from "./CallPlayer.tsx";
import { type EntryLook, Line } from "./EntryLine.tsx";
import { EmailLine, LoggedLine, ReplyLine } from "./OutreachLines.tsx";
import classes from "./TimelineLine.module.css";
import {
  callText,
  campaignText,
  consentText,
  leadReceivedText,
  phoneWords,
  timelineTexts as texts,
  whoDid,
} from "./texts.ts";

const refreshes = [timeline.entries, timeline.summary];

interface Props {
  entry: TimelineEntry;
  /** The customer's first name, or what stands for it. */
  customer: string;
  /** It hasn't happened yet, so its day is said, too. */
  isComing?: boolean;
}

/** One entry of a timeline. */
export function TimelineLine(props: Props) {
  const { entry } = props;
  if (entry.kind === "text") return <Exchange {...props} />;
  if (entry.note) return <NoteLine {...props} note={entry.note} />;
  if (entry.task) return <TaskLine {...props} task={entry.task} />;
  if (entry.email && entry.email.what !== "invitation") return <EmailLine entry={entry} email={entry.email} />;
  if (entry.reply) return <ReplyLine entry={entry} reply={entry.reply} customer={props.customer} />;
  if (entry.logged) return <LoggedLine entry={entry} logged={entry.logged} />;
  if (entry.lead) return <LeadLine {...props} lead={entry.lead} />;
  return <Line entry={entry} look={lookOf(props)} isComing={props.isComing} />;
}

/** The kinds that only tell what happened. */
function lookOf({ entry, customer }: Props): EntryLook {
  const { call, email, appointment, campaign, review, consent } = entry;
  if (call) {
    const [head, rest] = callText(entry, customer);
    const isMissed = call.direction === "incoming" && call.outcome !== "answered" && call.outcome !== "ringing";
    return {
      icon: call.direction === "outgoing" ? IconPhoneOutgoing : isMissed ? IconPhoneX : IconPhone,
      name: `${head}${rest}`,
      content: (
        <>
          <span>
            <strong dir="auto">{head}</strong>
            {rest}
          </span>
          {call.source !== "" && <span className={classes.quiet}>{call.source}</span>}
          <CallLength call={call} name={head} />
        </>
      ),
    };
  }
  if (email) {
    return {
      icon: IconMail,
      name: `${texts.kinds.email}: ${email.subject}`,
      content: (
        <>
          <span dir="auto">
            <strong>{texts.invitationEmailed}</strong> “{email.subject}”
          </span>
          <span className={classes.quiet}>{texts.emailStates[email.state](email.to)}</span>
        </>
      ),
    };
  }
  if (appointment) {
    const { title, type, status, is_confirmed, notes } = appointment;
    return {
      icon: IconCalendar,
      name: title,
      content: (
        <>
          <strong dir="auto">{title}</strong>
          <span className={classes.quiet} dir="auto">
            {[typeNames[type], notes].filter((part) => part !== "").join(" · ")}
          </span>
          <StatusBadge {...statusLooks[status]}>
            {status === 0 && is_confirmed ? texts.confirmed : statusNames[status]}
          </StatusBadge>
        </>
      ),
    };
  }
  if (campaign) {
    return {
      icon: IconSpeakerphone,
      name: campaign.title,
      content: (
        <>
          <strong dir="auto">{campaign.title}</strong>
          <span className={classes.quiet}>{campaignText(campaign)}</span>
        </>
      ),
    };
  }
  if (review) {
    const isReview = review.what === "reviewed";
    const head = isReview ? texts.reviewOn(review.site) : texts.invitedToReview(whoDid(entry));
    return {
      icon: IconStar,
      name: head,
      content: (
        <>
          <strong dir="auto">{head}</strong>
          {review.rating !== null && <Stars rating={review.rating} />}
          <span className={classes.quote} dir="auto">
            {isReview ? review.words && `“${review.words}”` : texts.invitedBy[review.channel]}
          </span>
        </>
      ),
    };
  }
  const [head, source] = consentText(entry);
  return {
    icon: IconCircleCheck,
    name: head,
    content: (
      <>
        <span>
          <strong>{head}</strong> {source}
        </span>
        {consent?.words && (
          <span className={classes.quote} dir="auto">
            “{consent.words}”
          </span>
        )}
      </>
    ),
  };
}

function CallLength({ call, name }: { call: NonNullable<TimelineEntry["call"]>; name: string }) {
  const { recording, duration } = call;
  if (recording) return <CallPlayer url={recording} length={duration ?? 0} name={name} />;
  return duration === null ? null : <span className={classes.quiet}>{texts.duration(duration)}</span>;
}

function LeadLine({ entry, lead }: Props & { lead: NonNullable<TimelineEntry["lead"]> }) {
  const [isOpen, setOpen] = useState(false);
  const { move, lead_id } = lead;
  const isNew = move.reason === "received" || move.reason === "added";
  const words = moveText({ ...move, by: entry.is_mine ? texts.you : move.by });
  const rest = isNew ? leadReceivedText(lead) : "";
  const content = isNew ? (
    <>
      <span dir="auto">
        <strong>{texts.lead}</strong> {rest}
      </span>
      <span className={classes.quiet} dir="auto">
        {words}
      </span>
    </>
  ) : (
    <span dir="auto">{words}</span>
  );
  const look = {
    icon: IconTargetArrow,
    name: isNew ? `${texts.lead} ${rest}`.trim() : words,
    content,
    menu: [{ label: texts.openLead, onClick: () => setOpen(true) }],
  };
  return (
    <>
      <Line entry={entry} look={look} />
      {isOpen && <LeadDialog opened onClose={() => setOpen(false)} id={lead_id} />}
    </>
  );
}

function TaskLine({ entry, task }: Props & { task: NonNullable<TimelineEntry["task"]> }) {
  const time = useTime();
  const options = { invalidates: [...refreshes, tasks.table, tasks.counts] };
  const complete = useSend(tasks.complete, options);
  const reopen = useSend(tasks.reopen, options);
  const mayEnd = useCan(tasks.complete);
  const isOpen = task.state === "open";
  const params = { id: entry.id };
  const isLate = isOpen && Date.parse(task.due_at) < Date.now();
  const look: EntryLook = {
    icon: IconCheckbox,
    name: task.words,
    content: (
      <>
        <span className={classes.task}>
          <Checkbox
            size="xs"
            checked={isOpen ? complete.isPending : !reopen.isPending}
            disabled={!mayEnd || complete.isPending || reopen.isPending}
            aria-label={isOpen ? texts.markDone(task.words) : texts.reopen(task.words)}
            onChange={() => (isOpen ? complete : reopen).mutate({ params })}
          />
          <strong className={classes.words} data-ended={!isOpen || undefined} dir="auto">
            {task.words}
          </strong>
        </span>
        <span className={classes.quiet}>
          {isOpen
            ? texts.taskFor(task.assignee)
            : task.state === "dropped"
              ? texts.dismissed
              : texts.doneBy(whoDid(entry))}
        </span>
        {isOpen && (
          <StatusBadge tone={isLate ? "red" : "amber"} icon={IconClock}>
            {time.dateTime(task.due_at)}
          </StatusBadge>
        )}
      </>
    ),
    ...(isOpen && { time: "" }),
  };
  return <Line entry={entry} look={look} />;
}

function NoteLine({ entry, note }: Props & { note: NonNullable<TimelineEntry["note"]> }) {
  const [draft, setDraft] = useState<string>();
  const options = { invalidates: [...refreshes, chatNotes.ofChat] };
  const update = useSend(chatNotes.update, { ...options, onSuccess: () => setDraft(undefined) });
  const remove = useSend(chatNotes.remove, options);
  const params = { chat_id: note.chat_id, note_id: entry.id };
  const save = () => {
    if (draft === undefined || draft.trim() === "") return;
    if (draft.trim() === note.words) setDraft(undefined);
    else update.mutate({ params, body: { note: draft } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      save();
    }
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setDraft(undefined);
  };
  const askToRemove = async () => {
    if (await confirm({ ...texts.removeNote, danger: true })) remove.mutate({ params });
  };
  const name = texts.noteBy(whoDid(entry));
  const words = (
    <span className={classes.note} dir="auto">
      {note.words}
    </span>
  );
  const look: EntryLook = {
    icon: IconNote,
    name,
    menu: note.may_change
      ? [
          { label: texts.edit, onClick: () => setDraft(note.words) },
          { label: texts.remove, danger: true, onClick: () => void askToRemove() },
        ]
      : [],
    content: (
      <>
        <strong dir="auto">{name}</strong>
        {draft === undefined && note.may_change && (
          <UnstyledButton className={classes.inPlace} title={texts.editNote} onClick={() => setDraft(note.words)}>
            {words}
          </UnstyledButton>
        )}
        {draft === undefined && !note.may_change && words}
        {draft !== undefined && (
          <div className={classes.editor}>
            <Textarea
              autosize
              autoFocus
              maxRows={8}
              maxLength={maxNoteLength}
              aria-label={texts.editNote}
              value={draft}
              error={update.error?.fields.note}
              onChange={({ currentTarget }) => setDraft(currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" disabled={draft.trim() === ""} loading={update.isPending} onClick={save}>
                {texts.save}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setDraft(undefined)}>
                {texts.cancel}
              </Button>
            </Group>
          </div>
        )}
      </>
    ),
  };
  return <Line entry={entry} look={look} />;
}

/** An exchange of more texts folds to its last ones. */
const mostUnfolded = 6;
const shownOfFolded = 3;

/** The texts of an exchange, read downward, with who spoke in front. */
function Exchange({ entry, customer }: Props) {
  const time = useTime();
  const [isUnfolded, setUnfolded] = useState(false);
  const profile = useProfile().data;
  const me = profile ? `${profile.first_name} ${profile.last_name}`.trim() : "";
  const { texts: all } = entry;
  const hidden = !isUnfolded && all.length > mostUnfolded ? all.length - shownOfFolded : 0;
  const shown = all.slice(hidden);
  const [first, last] = [time.time(entry.from), time.time(entry.at)];
  const chat_id = all[0]?.chat_id;
  const at = all.at(-1)?.id;
  return (
    <Line
      entry={entry}
      look={{
        icon: IconMessage,
        name: texts.textsWith(customer, last),
        time: first === last ? last : `${first.replace(/ [AP]M$/, sameHalf(first, last))}–${last}`,
        menu: chat_id === undefined ? [] : [{ label: texts.openInInbox, to: `/inbox/all/${chat_id}?at=${at}` }],
        content: (
          <div className={classes.exchange}>
            {hidden > 0 && (
              <Button
                size="compact-sm"
                variant="subtle"
                className={classes.unfold}
                aria-expanded={false}
                onClick={() => setUnfolded(true)}
              >
                {texts.showMore(hidden)}
              </Button>
            )}
            {shown.map((text, n) => (
              <TextLine
                key={text.id}
                text={text}
                speaker={speakerOf(text, customer, me)}
                isSameSpeaker={n > 0 && speakerOf(text, customer, me) === speakerOf(shown[n - 1] ?? text, customer, me)}
              />
            ))}
          </div>
        ),
      }}
    />
  );
}

/** `9:38–9:41 AM`: the half of the day stands once, where both have the same. */
const sameHalf = (first: string, last: string) => (first.slice(-2) === last.slice(-2) ? "" : first.slice(-3));

/** Who spoke, in a word: the caller is "You", a colleague their first name. */
function speakerOf(text: ChatMessage, customer: string, me: string): string {
  if (text.is_from_customer === 1) return customer;
  if (text.sent_by === "") return texts.automatic;
  return text.sent_by === me ? texts.you : (text.sent_by.split(" ")[0] ?? "");
}

interface TextProps {
  text: ChatMessage;
  speaker: string;
  isSameSpeaker: boolean;
}

function TextLine({ text, speaker, isSameSpeaker }: TextProps) {
  const time = useTime();
  const retry = useSend(inbox.retry, { invalidates: refreshes });
  const mayRetry = useCan(inbox.retry);
  const isOwn = text.is_from_customer === 0;
  const isWithheld = text.deleted !== null && isWithoutContent(text);
  const isFailed = text.state === "failed";
  return (
    <div className={classes.text} data-own={isOwn || undefined}>
      <span className={classes.speaker} data-same={isSameSpeaker || undefined} title={text.sent_by} dir="auto">
        {speaker}
      </span>
      <span
        className={classes.bubble}
        title={time.dateTime(text.datetime)}
        data-automatic={(isOwn && text.sent_by === "") || undefined}
        data-failed={isFailed || undefined}
        data-deleted={text.deleted !== null || undefined}
        dir="auto"
      >
        {isWithheld ? texts.deletedText : text.deleted ? <del>{text.message}</del> : text.message}
        {text.media_count > 0 && !isWithheld && (
          <Link className={classes.files} to={`/inbox/all/${text.chat_id}?at=${text.id}`}>
            {texts.files(text.media_count)}
          </Link>
        )}
      </span>
      {text.phone !== null && <span className={classes.phone}>{texts.otherPhone(phoneWords(text.phone), isOwn)}</span>}
      {isFailed && (
        <span className={classes.failed} title={text.error}>
          <IconAlertCircle size={14} aria-hidden />
          {texts.failedText}
          {mayRetry && canRetry({ ...text, isOfCampaign: text.campaign !== null }) && (
            <Button
              size="compact-xs"
              variant="default"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { message_id: text.id } })}
            >
              {texts.retry}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
