import { Button } from "@mantine/core";
import { IconAlertCircle, IconClock, IconMail, IconPhoneOutgoing } from "@tabler/icons-react";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { outreach } from "#domains/outreach/contract.ts";
import { answerSubject } from "#domains/outreach/rules.ts";
import { callTexts, EditCallDialog, EmailDialog, emailTexts } from "#domains/outreach/web/public.tsx";
import { type TimelineEntry, timeline } from "../contract.ts";
import { Line } from "./EntryLine.tsx";
import classes from "./TimelineLine.module.css";
import { timelineTexts as texts, whoDid } from "./texts.ts";

const refreshes = [timeline.entries, timeline.summary];

interface EmailProps {
  entry: TimelineEntry;
  email: NonNullable<TimelineEntry["email"]>;
}

/** Of a longer email, so many characters are shown at first. */
const shownLength = 200;

/** The first lines that have words. */
const firstLines = (words: string) =>
  words
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 2)
    .join("\n");

/** What a member wrote by email or a plan sent, and what became of it. */
export function EmailLine({ entry, email }: EmailProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const retry = useSend(outreach.retryEmail, { invalidates: refreshes });
  const mayRetry = useCan(outreach.retryEmail) && email.what === "written";
  const { what, plan, subject, words, state, to, reason } = email;
  const isLong = words.length > shownLength || words.split("\n").length > 3;
  const isFolded = isLong && !isUnfolded;
  const head = what === "plan" ? emailTexts.automaticEmail : emailTexts.emailed(whoDid(entry));
  const isBad = state === "failed" || state === "bounced";
  const shown = isFolded ? `${firstLines(words).slice(0, shownLength).trimEnd()}…` : words;
  return (
    <Line
      entry={entry}
      look={{
        icon: IconMail,
        name: `${head}: ${subject}`,
        content: (
          <>
            <span dir="auto">
              <strong>{head}</strong> “{subject}”
            </span>
            <span className={classes.quiet}>{texts.emailStates.sent(to)}</span>
            {plan !== "" && (
              <span className={classes.quiet} dir="auto">
                {emailTexts.plan(plan)}
              </span>
            )}
            {state !== "sent" && (
              <StatusBadge tone={isBad ? "red" : "amber"} icon={isBad ? IconAlertCircle : IconClock}>
                {emailTexts.states[state]}
              </StatusBadge>
            )}
            {(state === "failed" || state === "bounced") && mayRetry && (
              <Button
                size="compact-xs"
                variant="default"
                loading={retry.isPending}
                onClick={() => retry.mutate({ params: { id: entry.id } })}
              >
                {emailTexts.retry}
              </Button>
            )}
            {reason !== "" && <span className={classes.quiet}>{reason}</span>}
            {shown !== "" && (
              <p className={classes.words} data-block dir="auto">
                {shown}
              </p>
            )}
            {isLong && (
              <Button
                size="compact-xs"
                variant="subtle"
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                {isUnfolded ? emailTexts.less : emailTexts.more}
              </Button>
            )}
          </>
        ),
      }}
    />
  );
}

interface ReplyProps {
  entry: TimelineEntry;
  reply: NonNullable<TimelineEntry["reply"]>;
  /** The customer's first name, or what stands for it. */
  customer: string;
}

/** What a customer answered by email. */
export function ReplyLine({ entry, reply, customer }: ReplyProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isAnswering, setAnswering] = useState(false);
  const mayAnswer = useCan(outreach.sendEmail) && reply.customer.email !== "";
  const { from, subject, words, quoted, files, copy_to, is_automatic } = reply;
  const head = is_automatic ? emailTexts.automatic : emailTexts.replied(customer);
  return (
    <>
      <Line
        entry={entry}
        look={{
          icon: IconMail,
          name: `${head}: ${subject}`,
          content: (
            <>
              <span dir="auto">
                <strong>{head}</strong> “{subject}”
              </span>
              <span className={classes.quiet}>{emailTexts.from(from)}</span>
              {mayAnswer && !is_automatic && (
                <Button size="compact-xs" variant="default" onClick={() => setAnswering(true)}>
                  {emailTexts.reply}
                </Button>
              )}
              <p className={classes.words} data-block dir="auto">
                {words}
              </p>
              {files.length > 0 && <span className={classes.quiet}>{emailTexts.files(files, copy_to)}</span>}
              {quoted !== "" && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-expanded={isUnfolded}
                  onClick={() => setUnfolded(!isUnfolded)}
                >
                  {isUnfolded ? emailTexts.noQuoted : emailTexts.quoted}
                </Button>
              )}
              {isUnfolded && (
                <p className={classes.words} data-block dir="auto">
                  {quoted}
                </p>
              )}
            </>
          ),
        }}
      />
      <EmailDialog
        opened={isAnswering}
        onClose={() => setAnswering(false)}
        customer={{ ...reply.customer, name: customer }}
        subject={answerSubject(subject)}
        invalidates={refreshes}
      />
    </>
  );
}

interface LoggedProps {
  entry: TimelineEntry;
  logged: NonNullable<TimelineEntry["logged"]>;
}

/** A call that a member logged. */
export function LoggedLine({ entry, logged }: LoggedProps) {
  const [isEditing, setEditing] = useState(false);
  const restore = useSend(outreach.restoreCall, { invalidates: refreshes, quiet: "success" });
  const remove = useSend(outreach.removeCall, {
    invalidates: refreshes,
    quiet: "success",
    onSuccess: () => toast.undo(callTexts.removed, () => restore.mutate({ params: { id: entry.id } })),
  });
  const { outcome, minutes, words, may_change } = logged;
  const [head, rest] = callTexts.sentences[outcome](whoDid(entry));
  return (
    <>
      <Line
        entry={entry}
        look={{
          icon: IconPhoneOutgoing,
          name: `${head}${rest}`,
          menu: may_change
            ? [
                { label: texts.edit, onClick: () => setEditing(true) },
                { label: texts.remove, danger: true, onClick: () => remove.mutate({ params: { id: entry.id } }) },
              ]
            : [],
          content: (
            <>
              <span>
                <strong>{head}</strong>
                {rest}
              </span>
              {minutes !== null && <span className={classes.quiet}>{callTexts.length(minutes)}</span>}
              {words !== "" && (
                <p className={classes.words} data-block dir="auto">
                  {words}
                </p>
              )}
            </>
          ),
        }}
      />
      <EditCallDialog
        opened={isEditing}
        onClose={() => setEditing(false)}
        call={{ id: entry.id, outcome, minutes, words, at: entry.at }}
        invalidates={refreshes}
      />
    </>
  );
}
