import { ActionIcon, Button, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { IconCopy, IconMail, IconMessage, IconPhone, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import { countText } from "#core/count.ts";
import { clockTime } from "#core/wallTime.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useCustomVariables } from "#domains/customers/custom/web/public.tsx";
import type { ShownStep } from "#domains/leads/plans/contract.ts";
import {
  lastDay,
  mostSteps,
  type PlanStepKind,
  type PlanVariable,
  planVariables,
} from "#domains/leads/plans/fields.ts";
import { MessageEditor } from "#domains/templates/text/web/public.tsx";
import { duplicated, type EditedStep, timeWordOf } from "./planDraft.ts";
import classes from "./StepCard.module.css";
import { hasTemplate, StepCost, StepHint, StepPictures, StepSender, StepTemplate } from "./StepSending.tsx";
import { planTexts as texts } from "./texts.ts";
import type { PlanEditor } from "./usePlanEditor.ts";

const icons = { text: IconMessage, email: IconMail, task: IconPhone } as const;

export function StepIcon({ kind }: { kind: PlanStepKind }) {
  const Icon = icons[kind];
  return <Icon size={14} aria-hidden />;
}

interface Reach {
  readonly people: number;
  readonly no_phone: number;
  readonly no_consent: number;
  readonly no_email: number;
}

interface Props {
  step: EditedStep;
  place: number;
  editor: PlanEditor;
  mayEdit: boolean;
  isOpen: boolean;
  isChanged: boolean;
  /** Of the saved step; undefined for a new one. */
  figures: ShownStep | undefined;
  reach: Reach | undefined;
  onMove: (by: 1 | -1) => void;
  onPeople: (step: number) => void;
  grip: ReactNode;
}

/** A step in one line, or open to be edited; beside it who is there. */
export function StepCard(props: Props) {
  const { step, place, editor, mayEdit, isOpen, isChanged, figures, grip } = props;
  const isPhone = useMedia(phone);
  const { edit, change, removeStep, errors } = editor;
  const hasError = Object.keys(errors).some((field) => field.startsWith(`steps.${place}.`));
  const actions = [
    { label: texts.moveUp, disabled: place === 0, onClick: () => props.onMove(-1) },
    { label: texts.moveDown, disabled: place === edit.steps.length - 1, onClick: () => props.onMove(1) },
    {
      label: texts.duplicate,
      icon: IconCopy,
      disabled: edit.steps.length >= mostSteps,
      onClick: () => change({ steps: duplicated(edit.steps, step.key) }),
    },
    { label: texts.deleteStep, icon: IconTrash, danger: true, onClick: () => removeStep(step.key) },
  ];
  return (
    <div className={classes.line}>
      <div className={classes.card} data-open={isOpen || undefined} data-error={hasError || undefined}>
        <div className={classes.top}>
          {grip}
          <button
            type="button"
            data-head
            className={classes.head}
            aria-expanded={isOpen}
            aria-label={`${texts.step(place + 1, step.kind)}, ${timeWordOf(step)}`}
            onClick={() => editor.setOpen(isOpen ? undefined : step.key)}
          >
            <strong>
              {texts.stepKinds[step.kind]}
              {isPhone && `, ${timeWordOf(step)}`}
            </strong>
            {!isOpen && (
              <span className={classes.words} dir="auto">
                <Words text={step.kind === "email" ? step.subject : step.words} />
                {step.files.length > 0 && ` (${texts.stepParts.pictureCount(step.files.length)})`}
              </span>
            )}
          </button>
          {mayEdit && isOpen && !isPhone && (
            <>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.duplicate}
                disabled={edit.steps.length >= mostSteps}
                onClick={actions[2]?.onClick}
              >
                <IconCopy size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon variant="subtle" color="gray" aria-label={texts.deleteStep} onClick={actions[3]?.onClick}>
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </>
          )}
          {mayEdit && isPhone && <RowMenu actions={actions} of={texts.step(place + 1, step.kind)} />}
        </div>
        {isOpen && (
          <fieldset className={classes.fields} disabled={!mayEdit}>
            <StepFields {...props} />
            {mayEdit && (
              <Group justify="flex-end">
                <Button size="xs" variant="default" onClick={() => editor.setOpen(undefined)}>
                  {texts.closeStep}
                </Button>
              </Group>
            )}
          </fieldset>
        )}
      </div>
      <span className={classes.figures}>
        {isChanged && <span className={classes.changed}>{texts.stepChanged}</span>}
        {figures && figures.here > 0 && (
          <button type="button" className={classes.here} onClick={() => props.onPeople(figures.id)}>
            {isPhone ? (
              texts.here(figures.here)
            ) : (
              <>
                <strong>{countText(figures.here)}</strong> {texts.hereWords(figures.here)}
              </>
            )}
          </button>
        )}
        {figures && figures.sent > 0 && step.kind !== "task" && !isPhone && (
          <span>{texts.replied(Math.min(100, Math.round((100 * figures.replied) / figures.sent)))}</span>
        )}
      </span>
    </div>
  );
}

/** Words with their variables as chips. */
export function Words({ text }: { text: string }) {
  const own = useCustomVariables();
  const parts = text.split(/(%[a-z_]+(?:\|[^%]*)?%|%custom\.[^%|]{1,60}(?:\|[^%]*)?%)/i);
  let at = 0;
  return parts.map((part) => {
    at += part.length + 1;
    const name = /^%(custom\.[^%|]+|[a-z_]+)/i.exec(part)?.[1]?.toLowerCase() ?? "";
    if (Object.hasOwn(own, name)) {
      return (
        <span key={at} className={classes.chip}>
          {own[name]}
        </span>
      );
    }
    if (!Object.hasOwn(planVariables, name)) return <span key={at}>{part}</span>;
    return (
      <span key={at} className={classes.chip}>
        {planVariables[name as PlanVariable]}
      </span>
    );
  });
}

function StepFields({ step, place, editor, reach, isOpen }: Props) {
  const { changeStep, errors } = editor;
  const { key, kind } = step;
  const error = (field: string) => errors[`steps.${place}.${field}`];
  const set = (part: Partial<EditedStep>) => changeStep(key, part);
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-start">
        <StepTiming step={step} set={set} error={error} />
        {kind !== "task" && <StepSender step={step} set={set} error={error} />}
      </Group>
      {kind === "email" && (
        <TextInput
          label={texts.subject}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          value={step.subject}
          error={error("subject")}
          onChange={({ currentTarget }) => set({ subject: currentTarget.value })}
        />
      )}
      {kind === "text" && (
        <>
          <MessageEditor
            label={texts.message}
            rows={3}
            variables={planVariables}
            withOwnFields
            value={step.words}
            error={error("words")}
            onChange={(words) => set({ words })}
          />
          <StepCost step={step} />
          <StepPictures step={step} set={set} error={error} editor={editor} />
        </>
      )}
      {kind === "email" && <StepTemplate step={step} set={set} error={error} editor={editor} />}
      {kind === "email" && hasTemplate(step) && <p className={classes.hint}>{texts.stepParts.usesTemplate}</p>}
      {kind === "email" && !hasTemplate(step) && (
        <WordsField
          label={texts.message}
          value={step.words}
          error={error("words")}
          onChange={(words) => set({ words })}
          rows={6}
          max={4_000}
        />
      )}
      {kind === "task" && (
        <>
          <WordsField
            label={texts.task}
            value={step.words}
            error={error("words")}
            onChange={(words) => set({ words })}
            rows={1}
            max={200}
          />
          <NativeSelect
            label={texts.due}
            description={texts.taskOwner}
            maw="12rem"
            data={dueChoices(step.due_minutes)}
            value={String(step.due_minutes)}
            error={error("due_minutes")}
            onChange={({ currentTarget }) => set({ due_minutes: Number(currentTarget.value) })}
          />
        </>
      )}
      {kind !== "task" && <StepHint step={step} />}
      {isOpen && reach && <ReachHint kind={kind} reach={reach} />}
    </Stack>
  );
}

const dueChoices = (chosen: number) =>
  [...new Set([...Object.keys(texts.dueIn).map(Number), chosen])].map((value) => ({
    value: String(value),
    label: texts.dueIn[value] ?? `in ${value} minutes`,
  }));

function ReachHint({ kind, reach }: { kind: PlanStepKind; reach: Reach }) {
  const { people, no_phone, no_consent, no_email } = reach;
  const reasons =
    kind === "text"
      ? [no_consent > 0 && texts.noConsent(no_consent), no_phone > 0 && texts.noPhone(no_phone)]
      : [kind === "email" && no_email > 0 && texts.noEmail(no_email)];
  const why = reasons.filter((words) => words !== false);
  if (why.length === 0) return null;
  const missed = kind === "text" ? no_consent + no_phone : no_email;
  return <p className={classes.reach}>{texts.reach(people - missed, people, why.join(", "))}</p>;
}

interface TimingProps {
  step: EditedStep;
  set: (part: Partial<EditedStep>) => void;
  error: (field: string) => string | undefined;
}

const atTime = "time";

function StepTiming({ step: { day, minute, after }, set, error }: TimingProps) {
  const whens = [
    ...[...new Set([...Object.keys(texts.afters).map(Number), ...(minute === null ? [after] : [])])]
      .sort((a, b) => a - b)
      .map((value) => ({
        value: String(value),
        label: texts.afters[value] ?? timeWordOf({ day, minute: null, after: value }),
      })),
    { value: atTime, label: texts.atTime },
  ];
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        label={texts.day}
        w="5rem"
        type="number"
        inputMode="numeric"
        min={1}
        max={lastDay}
        value={day === 0 ? "" : String(day)}
        error={error("day")}
        onChange={({ currentTarget }) => {
          const typed = Math.max(0, Math.min(9_999, Math.trunc(Number(currentTarget.value)) || 0));
          set({ day: typed, ...(typed !== 1 && minute === null && { minute: 600, after: 0 }) });
        }}
      />
      {day === 1 && (
        <NativeSelect
          label={texts.when}
          data={whens}
          value={minute === null ? String(after) : atTime}
          onChange={({ currentTarget: { value } }) =>
            set(value === atTime ? { minute: 600, after: 0 } : { minute: null, after: Number(value) })
          }
        />
      )}
      {minute !== null && (
        <TextInput
          label={texts.time}
          type="time"
          value={clockTime(minute)}
          error={error("minute")}
          onChange={({ currentTarget }) => {
            const [hours, minutes] = currentTarget.value.split(":").map(Number);
            if (hours !== undefined && minutes !== undefined) set({ minute: hours * 60 + minutes });
          }}
        />
      )}
    </Group>
  );
}

interface WordsFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange: (words: string) => void;
  rows: number;
  max: number;
}

/** Words of an email or a task, with variables inserted at the caret. */
function WordsField({ label, value, error, onChange, rows, max }: WordsFieldProps) {
  const own = useCustomVariables();
  const field = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    const piece = `%${name}%`;
    const next = value.slice(0, selectionStart) + piece + value.slice(selectionEnd);
    if (next.length > max) return;
    onChange(next);
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(selectionStart + piece.length, selectionStart + piece.length);
    });
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={rows}
        maxRows={14}
        maxLength={max}
        dir="auto"
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={4} mt={6}>
        {Object.entries({ ...planVariables, ...own }).map(([name, words]) => (
          <Button
            key={name}
            variant="default"
            size="compact-xs"
            aria-label={texts.insertOne(words)}
            onClick={() => insert(name)}
          >
            {words}
          </Button>
        ))}
      </Group>
    </div>
  );
}
