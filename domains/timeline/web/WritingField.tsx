import { ActionIcon, Button, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import {
  IconBan,
  IconCalendarPlus,
  IconCheckbox,
  IconMail,
  IconMessage,
  IconNote,
  IconPhone,
  IconPlus,
} from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { counterText, cutToLimit } from "#core/smsCounter.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { newId } from "#core/web/newId.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { appointments } from "#domains/appointments/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatNotes, maxNoteLength } from "#domains/inbox/conversation/contract.ts";
import { useDraft } from "#domains/inbox/embedded/web/public.tsx";
import { outreach } from "#domains/outreach/contract.ts";
import { tasks } from "#domains/tasks/contract.ts";
import { dueSuggestion } from "#domains/tasks/rules.ts";
import { timeline } from "../contract.ts";
import { CallField, EmailField } from "./OutreachFields.tsx";
import { writingTexts as texts, timelineTexts } from "./texts.ts";
import classes from "./WritingField.module.css";

const allModes = ["text", "note", "email", "task", "call"] as const;
type Mode = (typeof allModes)[number];
/** Those that are one field of words. */
type WordMode = Exclude<Mode, "email" | "call">;

interface Props {
  customer: {
    readonly id: number;
    readonly chat_id: number | null;
    readonly email: string;
    readonly optin_status: 0 | 1;
  };
  /** The customer's first name, or what stands for it. */
  name: string;
}

const icons = { text: IconMessage, note: IconNote, email: IconMail, task: IconCheckbox, call: IconPhone };
const keys: Readonly<Record<Mode, string | undefined>> = {
  text: "r",
  note: "n",
  email: "e",
  task: "t",
  call: undefined,
};

/** Writes a text, a note, an email or a task, or logs a call, in one place; each keeps its own draft. */
export function WritingField({ customer, name }: Props) {
  const { id, chat_id, email, optin_status } = customer;
  const [mode, setMode] = useState<Mode>("text");
  const [task, setTask] = useState("");
  const [first, setFirst] = useState("");
  const shared = chat_id ?? -id;
  const text = useDraft(shared);
  const note = useDraft(shared, "note");
  const field = useRef<HTMLTextAreaElement>(null);
  const mayWrite = {
    text: useCan(inbox.sendToCustomer),
    note: useCan(chatNotes.add),
    email: useCan(outreach.sendEmail),
    task: useCan(tasks.add),
    call: useCan(outreach.logCall),
  };
  const mayBook = useCan(appointments.add);
  const navigate = useNavigate();
  const isPossible: Partial<Record<Mode, boolean>> = { note: chat_id !== null, email: email !== "" };
  const modes = allModes.filter((one) => mayWrite[one] && isPossible[one] !== false);
  const isOptedOut = optin_status === 0;
  const choose = (next: Mode, delayMs = 0) => {
    setMode(next);
    setTimeout(() => field.current?.focus(), delayMs);
  };
  const [current] = modes.includes(mode) ? [mode] : modes;
  if (!current) return null;
  const others = modes.filter((one) => one !== current);
  const ModeIcon = icons[current];
  const OutreachField = current === "email" ? EmailField : CallField;
  const words = { text: chat_id === null ? first : text.draft.text, note: note.draft.text, task };
  const change = (typed: string) => {
    if (current === "task") setTask(typed);
    else if (current === "note") note.handle.change(() => ({ text: typed }));
    else if (chat_id === null) setFirst(cutToLimit(typed));
    else text.handle.change(() => ({ text: cutToLimit(typed) }));
  };
  const switches: ReactNode = (
    <>
      {others.map((one) => (
        <UnstyledButton key={one} className={classes.mode} aria-keyshortcuts={keys[one]} onClick={() => choose(one)}>
          {texts.modes[one]}
        </UnstyledButton>
      ))}
    </>
  );
  return (
    <div className={classes.writing}>
      <DropMenu
        items={[
          ...others.map((one) => ({ label: texts.modes[one], icon: icons[one], onClick: () => choose(one, menuMs) })),
          ...(mayBook
            ? [
                {
                  label: timelineTexts.kinds.appointment,
                  icon: IconCalendarPlus,
                  onClick: () => void navigate(`/appointments?create=${id}`),
                },
              ]
            : []),
        ]}
        trigger={
          <ActionIcon variant="subtle" color="gray" size="lg" className={classes.plus} aria-label={texts.more}>
            <IconPlus size={20} aria-hidden />
          </ActionIcon>
        }
      />
      {current === "text" && isOptedOut ? (
        <div className={classes.box}>
          <p className={classes.refused}>
            <IconBan size={16} aria-hidden />
            {texts.optedOut}
          </p>
          <div className={classes.modes}>{switches}</div>
        </div>
      ) : current === "email" || current === "call" ? (
        <OutreachField
          key={current}
          customer={customer}
          field={field}
          icon={<ModeIcon size={18} aria-hidden className={classes.kind} />}
          switches={switches}
          shortcut={keys[current]}
        />
      ) : (
        <Field
          key={current}
          mode={current}
          field={field}
          customer={customer}
          value={words[current]}
          onChange={change}
          icon={<ModeIcon size={18} aria-hidden className={classes.kind} />}
          placeholder={current === "text" ? texts.textTo(name) : texts[current]}
          shortcut={keys[current]}
          switches={switches}
        />
      )}
    </div>
  );
}

/** A menu that closes gives the focus back to its button first. */
const menuMs = 50;

interface FieldProps extends Pick<Props, "customer"> {
  mode: WordMode;
  field: React.RefObject<HTMLTextAreaElement | null>;
  value: string;
  onChange: (value: string) => void;
  icon: ReactNode;
  placeholder: string;
  shortcut: string | undefined;
  switches: ReactNode;
}

const actions = { text: texts.send, note: texts.addNote, task: texts.addTask };
const refreshes = [timeline.entries, timeline.summary];

function Field({ mode, field, customer, value, onChange, icon, placeholder, shortcut, switches }: FieldProps) {
  const zone = useTimeZone();
  const me = useProfile().data?.id;
  const [due, setDue] = useState(() => toDateTimeField(dueSuggestion(new Date()), zone));
  // The same words sent again after a lost answer are one text, or one note.
  const sentAs = useRef({ words: "", client_id: "" });
  const { client_id } = sentAs.current;
  useEffect(() => {
    if (sentAs.current.words !== "" && sentAs.current.words !== value) sentAs.current = { words: "", client_id: "" };
  }, [value]);
  const options = { invalidates: refreshes, onSuccess: () => onChange("") };
  const text = useSend(inbox.sendToCustomer, { ...options, quiet: "success" });
  const note = useSend(chatNotes.add, { ...options, invalidates: [...refreshes, chatNotes.ofChat] });
  const task = useSend(tasks.add, { ...options, invalidates: [...refreshes, tasks.table, tasks.counts] });
  const isSending = text.isPending || note.isPending || task.isPending;
  const words = value.trim();
  const dueAt = fromDateTimeField(due, zone);
  const canSend = words !== "" && !isSending && (mode !== "task" || dueAt !== undefined);
  const send = () => {
    if (!canSend) return;
    if (sentAs.current.words !== value) sentAs.current = { words: value, client_id: client_id || newId() };
    const id = sentAs.current.client_id;
    if (mode === "text") text.mutate({ body: { customer_id: customer.id, message: words, client_id: id } });
    if (mode === "note" && customer.chat_id !== null)
      note.mutate({ body: { chat_id: customer.chat_id, note: words, mentions: [], client_id: id } });
    if (mode === "task" && dueAt)
      task.mutate({
        body: { description: words, customer_id: customer.id, user_id: me, due_at: dueAt.toISOString() },
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    field.current?.blur();
  };
  const isEmpty = value === "";
  return (
    <div className={classes.box} data-mode={mode} data-filled={!isEmpty || undefined}>
      <div className={classes.row}>
        {icon}
        <Textarea
          ref={field}
          variant="unstyled"
          className={classes.field}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={mode === "note" ? maxNoteLength : mode === "task" ? 500 : undefined}
          aria-label={mode === "text" ? texts.write : placeholder}
          aria-keyshortcuts={shortcut}
          placeholder={placeholder}
          enterKeyHint="send"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isEmpty && <div className={classes.modes}>{switches}</div>}
      </div>
      {(!isEmpty || mode !== "text") && (
        <div className={classes.foot}>
          {mode === "text" && <span className={classes.counter}>{counterText(value)}</span>}
          {mode === "text" && customer.chat_id !== null && (
            <Button component={Link} to={`/inbox/all/${customer.chat_id}`} variant="subtle" size="compact-sm">
              {texts.inInbox}
            </Button>
          )}
          {mode === "task" && (
            <TextInput
              type="datetime-local"
              size="xs"
              aria-label={texts.due}
              value={due}
              onChange={({ currentTarget }) => setDue(currentTarget.value)}
            />
          )}
          {!isEmpty && <div className={classes.modes}>{switches}</div>}
          <Button size="compact-md" disabled={!canSend} loading={isSending} onClick={send}>
            {actions[mode]}
          </Button>
        </div>
      )}
    </div>
  );
}
