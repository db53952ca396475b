import { Button, Textarea, TextInput } from "@mantine/core";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { toDateTimeField } from "#core/web/time/wallTime.ts";
import { maxCallNote, maxEmailLength, maxSubjectLength } from "#domains/outreach/contract.ts";
import {
  CallOutcomes,
  callTexts,
  emailTexts as texts,
  useCallLogger,
  useEmailWriter,
} from "#domains/outreach/web/public.tsx";
import { timeline } from "../contract.ts";
import classes from "./WritingField.module.css";

const invalidates = [timeline.entries, timeline.summary];

interface Props {
  customer: { readonly id: number; readonly email: string };
  /** What the mode's key focuses. */
  field: RefObject<HTMLTextAreaElement | null>;
  icon: ReactNode;
  switches: ReactNode;
  shortcut?: string | undefined;
}

/** Esc leaves the field, so that single keys act again; Ctrl+Enter or Cmd+Enter does what the button does. */
const keysFor = (act: () => unknown) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    act();
  }
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  if (event.target instanceof HTMLElement) event.target.blur();
};

/** Writes an email in place. */
export function EmailField({ customer, field, icon, switches, shortcut }: Props) {
  const writer = useEmailWriter(customer.id, { invalidates });
  const onKeyDown = keysFor(writer.send);
  return (
    <div className={classes.box} data-mode="email">
      <div className={classes.row}>
        {icon}
        <TextInput
          variant="unstyled"
          className={classes.field}
          aria-label={texts.subject}
          placeholder={texts.subject}
          maxLength={maxSubjectLength}
          value={writer.subject}
          error={writer.fields.subject}
          onChange={({ currentTarget }) => writer.change({ subject: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <div className={classes.modes}>{switches}</div>
      </div>
      <Textarea
        ref={field}
        variant="unstyled"
        className={classes.body}
        autosize
        minRows={3}
        maxRows={14}
        maxLength={maxEmailLength}
        aria-label={texts.message}
        aria-keyshortcuts={shortcut}
        placeholder={texts.message}
        value={writer.message}
        error={writer.fields.message}
        onChange={({ currentTarget }) => writer.change({ message: currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <div className={classes.foot}>
        <span className={classes.counter}>{texts.to(customer.email)}</span>
        <Button size="compact-md" disabled={!writer.canSend} loading={writer.isSending} onClick={writer.send}>
          {texts.send}
        </Button>
      </div>
    </div>
  );
}

/** Logs a call in place. */
export function CallField({ customer, field, icon, switches }: Props) {
  const zone = useTimeZone();
  const logger = useCallLogger(customer.id, { invalidates });
  const { outcome, minutes, note, at } = logger.draft;
  const onKeyDown = keysFor(() => logger.log());
  return (
    <div className={classes.box} data-mode="call">
      <div className={classes.row}>
        {icon}
        <Textarea
          ref={field}
          variant="unstyled"
          className={classes.field}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={maxCallNote}
          aria-label={callTexts.note}
          placeholder={callTexts.note}
          value={note}
          error={logger.fields.note}
          onChange={({ currentTarget }) => logger.change({ note: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
        <div className={classes.modes}>{switches}</div>
      </div>
      <div className={classes.foot} data-wide>
        <CallOutcomes value={outcome} onChoose={(chosen) => logger.change({ outcome: chosen })} />
        {outcome !== "no_answer" && (
          <TextInput
            type="number"
            inputMode="numeric"
            min={1}
            size="xs"
            w="6.5rem"
            aria-label={callTexts.minutes}
            placeholder={callTexts.minutes}
            value={minutes}
            error={logger.fields.minutes}
            onChange={({ currentTarget }) => logger.change({ minutes: currentTarget.value })}
          />
        )}
        <TextInput
          type="datetime-local"
          size="xs"
          aria-label={callTexts.at}
          title={callTexts.at}
          value={at || toDateTimeField(new Date(), zone)}
          error={logger.fields.at}
          onChange={({ currentTarget }) => logger.change({ at: currentTarget.value })}
        />
        <Button size="compact-md" disabled={!logger.canLog} loading={logger.isLogging} onClick={() => logger.log()}>
          {callTexts.log}
        </Button>
      </div>
    </div>
  );
}
