import { Button } from "@mantine/core";
import {
  IconBan,
  IconCalendarPlus,
  IconCheck,
  IconMail,
  IconPhone,
  IconPlus,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api } from "#core/web/call/api.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { Can } from "#core/web/session/Can.tsx";
import { type TimeFormats, useTime } from "#core/web/time/useTime.ts";
import { type Appointment, appointments } from "#domains/appointments/contract.ts";
import { QuickAppointmentDialog, useAppointmentDialogs } from "#domains/appointments/web/public.tsx";
import { leads } from "#domains/leads/contract.ts";
import { dayWord, LeadDialog, MovesOn } from "#domains/leads/web/public.tsx";
import { outreach } from "#domains/outreach/contract.ts";
import { answerSubject } from "#domains/outreach/rules.ts";
import { CallOutcomes, callTexts, EmailDialog, emailTexts, useCallLogger } from "#domains/outreach/web/public.tsx";
import { tasks } from "#domains/tasks/contract.ts";
import { TaskDialog } from "#domains/tasks/web/public.tsx";
import { type NextEntry, next } from "../contract.ts";
import { nextCounts } from "../counts/contract.ts";
import classes from "./EntryPane.module.css";
import { nameOf, secondLine } from "./NextList.tsx";
import { nextTexts, entryTexts as texts } from "./texts.ts";

interface Props {
  entry: NextEntry;
  leave: (entry: NextEntry) => void;
}

interface EntryFactsProps extends Props {
  /** The member has just called them. */
  wasCalled: boolean;
  /** Runs when it is known how a call went. */
  onLogged: () => void;
}

/** What an entry is about, with its own answers. */
export function EntryFacts({ entry, leave, wasCalled, onLogged }: EntryFactsProps) {
  const time = useTime();
  const [isLogging, setLogging] = useState(false);
  const isAsked = wasCalled || isLogging;
  const [dialog, setDialog] = useState<"appointment" | "task">();
  const { kind, words, customer_id, vehicle, source, owner, lead_id, is_opted_out, also, appointment, due_at } = entry;
  const close = () => setDialog(undefined);
  const answered = () => {
    setLogging(false);
    onLogged();
  };
  const tried = triedText(entry, time);
  const head = {
    question: entry.emailed === null ? "" : words,
    lead: words,
    call: secondLine(entry),
    task: words,
    confirm: due_at === null ? appointment : `${appointment}, ${time.dateTime(due_at)}`,
    no_show: texts.missedAt(appointment),
  }[kind];
  const facts = [
    [texts.wants, vehicle],
    [texts.source, source],
    [texts.owner, kind === "lead" ? owner : ""],
  ].filter(([, value]) => value !== "");
  return (
    <div className={classes.facts}>
      {is_opted_out && (
        <p className={classes.optedOut}>
          <IconBan size={16} aria-hidden />
          {texts.optedOut}
        </p>
      )}
      {head !== "" && (
        <p className={classes.head} dir="auto">
          {kind === "lead" || entry.emailed !== null ? `“${head}”` : head}
        </p>
      )}
      {facts.length > 0 && kind !== "question" && (
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {tried !== "" && <p className={classes.also}>{tried}</p>}
      {also.length > 0 && (
        <p className={classes.also}>
          {texts.also}: {also.map((one) => nextTexts.kinds[one.kind]).join(", ")}
        </p>
      )}
      {kind === "lead" && due_at !== null && <MovesOn lead={{ ...entry, answer_due_at: due_at }} due={due_at} />}
      <div className={classes.answers}>
        {kind === "lead" && lead_id !== null && <LeadAnswers entry={entry} lead_id={lead_id} />}
        {kind === "confirm" && <ConfirmAnswers entry={entry} leave={leave} />}
        {kind === "no_show" && (
          <Can use={appointments.add}>
            <Button
              size="xs"
              variant="default"
              aria-keyshortcuts="1"
              leftSection={<IconCalendarPlus size={16} aria-hidden />}
              onClick={() => setDialog("appointment")}
            >
              {texts.bookAgain}
            </Button>
          </Can>
        )}
        {customer_id !== null && (
          <>
            {kind !== "no_show" && (
              <Can use={appointments.add}>
                <Button
                  size="xs"
                  variant="subtle"
                  aria-keyshortcuts="a"
                  leftSection={<IconCalendarPlus size={16} aria-hidden />}
                  onClick={() => setDialog("appointment")}
                >
                  {texts.keys.appointment}
                </Button>
              </Can>
            )}
            <EmailAnswer entry={entry} customer_id={customer_id} leave={leave} />
            {!isAsked && (
              <Can use={outreach.logCall}>
                <Button
                  size="xs"
                  variant="subtle"
                  leftSection={<IconPhone size={16} aria-hidden />}
                  onClick={() => setLogging(true)}
                >
                  {callTexts.log}
                </Button>
              </Can>
            )}
            <Can use={tasks.add}>
              <Button
                size="xs"
                variant="subtle"
                aria-keyshortcuts="t"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setDialog("task")}
              >
                {texts.keys.task}
              </Button>
            </Can>
          </>
        )}
      </div>
      {customer_id !== null && isAsked && (
        <CallQuestion entry={entry} customer_id={customer_id} leave={leave} onLogged={answered} />
      )}
      {customer_id !== null && (
        <>
          <QuickAppointmentDialog opened={dialog === "appointment"} onClose={close} customer_id={customer_id} />
          <TaskDialog opened={dialog === "task"} onClose={close} customer_id={customer_id} />
        </>
      )}
    </div>
  );
}

/** `Tried twice: voicemail, 10:22 AM`. */
function triedText({ tried, tries }: NextEntry, time: TimeFormats): string {
  if (!tried) return "";
  const day = dayWord(tried.at, time.zone ?? "UTC", new Date());
  return texts.tried(tries, callTexts.outcomes[tried.outcome], day, time.time(tried.at));
}

interface ContactProps extends Props {
  customer_id: number;
}

const invalidates = [next.queue, nextCounts.mine];

/** Entries that wait for an answer; one is given by an email, or by a call that reached them. */
const awaitsAnswer = ({ kind }: NextEntry) => kind === "question" || kind === "lead" || kind === "call";

/** Emails the customer, who then no longer waits. */
function EmailAnswer({ entry, customer_id, leave }: ContactProps) {
  const [isWriting, setWriting] = useState(false);
  if (entry.email === "") return null;
  const isUsual = entry.is_opted_out || entry.phone === "";
  return (
    <Can use={outreach.sendEmail}>
      <Button
        size="xs"
        variant={entry.emailed !== null ? "filled" : isUsual ? "default" : "subtle"}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setWriting(true)}
      >
        {entry.emailed === null ? texts.email : emailTexts.replyByEmail}
      </Button>
      <EmailDialog
        opened={isWriting}
        onClose={() => setWriting(false)}
        customer={{ id: customer_id, name: nameOf(entry), email: entry.email }}
        subject={entry.emailed === null ? undefined : answerSubject(entry.emailed)}
        invalidates={invalidates}
        onSent={() => awaitsAnswer(entry) && leave(entry)}
      />
    </Can>
  );
}

/** Asks how a call went. Customers who were reached no longer wait. */
function CallQuestion({ entry, customer_id, leave, onLogged }: ContactProps & { onLogged: () => void }) {
  const reached = useRef(false);
  const logger = useCallLogger(customer_id, {
    invalidates,
    onSuccess: () => {
      onLogged();
      if (reached.current && awaitsAnswer(entry)) leave(entry);
    },
  });
  return (
    <Can use={outreach.logCall}>
      <div className={classes.asked}>
        <span>{callTexts.question}</span>
        <CallOutcomes
          disabled={logger.isLogging}
          onChoose={(outcome) => {
            reached.current = outcome === "reached";
            logger.log(outcome);
          }}
        />
      </div>
    </Can>
  );
}

/** Claims a lead that no one has, and opens all that is known of it. */
function LeadAnswers({ entry, lead_id }: { entry: NextEntry; lead_id: number }) {
  const claim = useSend(leads.claim, { invalidates: [next.queue, nextCounts.mine, leads.table] });
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {entry.owner_id === null && (
        <Can use={leads.claim}>
          <Button
            size="xs"
            variant="default"
            aria-keyshortcuts="1"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            loading={claim.isPending}
            onClick={() => claim.mutate({ params: { id: lead_id } })}
          >
            {texts.claim}
          </Button>
        </Can>
      )}
      <Button size="xs" variant="subtle" aria-keyshortcuts="2" onClick={() => setOpen(true)}>
        {texts.lead}
      </Button>
      <LeadDialog opened={isOpen} onClose={() => setOpen(false)} id={lead_id} />
    </>
  );
}

/** What may become of an appointment that nobody confirmed. */
function ConfirmAnswers({ entry, leave }: Props) {
  const cache = useQueryClient();
  const { open, dialogs } = useAppointmentDialogs();
  const options = { invalidates: [next.queue, nextCounts.mine, appointments.table], onSuccess: () => leave(entry) };
  const confirmed = useSend(appointments.confirm, options);
  const remove = useSend(appointments.remove, options);
  const { appointment_id: id, customer_id } = entry;
  if (id === null || customer_id === null) return null;
  const reschedule = async () => {
    const row = await findAppointment(cache, customer_id, id);
    if (row) open("edit", row);
  };
  const cancel = async () => {
    const question = {
      title: texts.cancelTitle,
      text: texts.cancelText(entry.appointment, nameOf(entry)),
      action: texts.cancel,
    };
    if (await confirm(question)) remove.mutate({ params: { id } });
  };
  return (
    <>
      <Can use={appointments.confirm}>
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="1"
          leftSection={<IconCheck size={16} aria-hidden />}
          loading={confirmed.isPending}
          onClick={() => confirmed.mutate({ params: { id } })}
        >
          {texts.confirmed}
        </Button>
      </Can>
      <Can use={appointments.edit}>
        <Button size="xs" variant="default" aria-keyshortcuts="2" onClick={() => void reschedule()}>
          {texts.reschedule}
        </Button>
      </Can>
      <Can use={appointments.remove}>
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="3"
          leftSection={<IconX size={16} aria-hidden />}
          loading={remove.isPending}
          onClick={() => void cancel()}
        >
          {texts.cancelShort}
        </Button>
      </Can>
      {dialogs}
    </>
  );
}

/** The appointment as its dialog needs it. */
async function findAppointment(
  cache: ReturnType<typeof useQueryClient>,
  customer_id: number,
  id: number,
): Promise<Appointment | undefined> {
  try {
    const body = { customer_id, period: "coming" as const, length: 50 };
    const { data } = await cache.fetchQuery({
      queryKey: [appointments.table.name, "next", customer_id],
      queryFn: () => api(appointments.table, { body }),
    });
    return data.find((row) => row.id === id);
  } catch (failure) {
    toast.error(failure instanceof Error ? failure.message : texts.loading);
    return undefined;
  }
}
