import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { Checkbox, Group, NativeSelect, Stack, TagsInput, TextInput } from "@mantine/core";
import {
  IconBan,
  IconCalendarCheck,
  IconCarGarage,
  IconChevronDown,
  IconClock,
  IconLock,
  IconMessage,
  IconUser,
} from "@tabler/icons-react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { distinctOptions } from "#core/web/form/distinctOptions.ts";
import { mostSources, planStarts, teamEffects } from "#domains/leads/plans/fields.ts";
import type { LeadKind } from "../../fields.ts";
import { kindChoices, useLeadOptions } from "../leadChoices.ts";
import classes from "./PlanRules.module.css";
import { daysWord, timeWord } from "./planDraft.ts";
import { planTexts } from "./texts.ts";
import type { PlanEditor } from "./usePlanEditor.ts";

const { rules: texts } = planTexts;

interface Props {
  editor: PlanEditor;
  mayEdit: boolean;
}

const starts = planStarts.map((value) => ({ value, label: texts.starts[value] }));
const effects = teamEffects.map((value) => ({ value, label: texts.effects[value] }));
const halfHours = Array.from({ length: 49 }, (_, at) => at * 30);
const timeChoices = (minutes: readonly number[], chosen: number) =>
  [...new Set([...minutes, chosen])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: timeWord(value) }));

const endings = [
  { icon: IconMessage, words: texts.reply },
  { icon: IconCalendarCheck, words: texts.appointment },
  { icon: IconCarGarage, words: texts.closed },
] as const;

/** Who starts a plan, what stops it, and when it sends. */
export function PlanRules({ editor, mayEdit }: Props) {
  return (
    <fieldset className={classes.rules} disabled={!mayEdit}>
      <StartsFor editor={editor} />
      <section className={classes.section}>
        <h2>{texts.stops}</h2>
        {endings.map(({ icon: Icon, words }) => (
          <p key={words} className={classes.rule}>
            <Icon size={16} aria-hidden />
            <span>{words}</span>
            <strong>{texts.stop}</strong>
          </p>
        ))}
        <p className={classes.rule}>
          <IconUser size={16} aria-hidden />
          <label htmlFor="plan-team">{texts.team}</label>
          <NativeSelect
            id="plan-team"
            size="xs"
            data={effects}
            value={editor.edit.on_team}
            onChange={({ currentTarget }) =>
              editor.change({ on_team: effects.find(({ value }) => value === currentTarget.value)?.value ?? "stop" })
            }
          />
        </p>
        <p className={classes.rule}>
          <IconBan size={16} aria-hidden />
          <span>{texts.optOut}</span>
          <strong>
            {texts.always} <IconLock size={14} aria-hidden />
          </strong>
        </p>
      </section>
      <Sends editor={editor} />
    </fieldset>
  );
}

function StartsFor({ editor: { edit, errors, change } }: Pick<Props, "editor">) {
  const options = useLeadOptions();
  const stages = (options?.stages ?? []).filter(({ kind }) => kind === "open");
  return (
    <section className={classes.section}>
      <Group gap={4}>
        <h2>{texts.startsFor}</h2>
        <InfoTooltip about={texts.about}>{texts.startsHint}</InfoTooltip>
      </Group>
      <Stack gap="xs">
        <NativeSelect
          aria-label={texts.startsFor}
          data={starts}
          value={edit.starts}
          error={errors.starts}
          onChange={({ currentTarget }) =>
            change({ starts: starts.find(({ value }) => value === currentTarget.value)?.value ?? "hand" })
          }
        />
        {edit.starts === "stage" && (
          <NativeSelect
            label={texts.stage}
            data={[
              { value: "", label: texts.chooseStage },
              ...stages.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={edit.stage_id}
            error={errors.stage_id}
            onChange={({ currentTarget }) => change({ stage_id: currentTarget.value })}
          />
        )}
        {edit.starts !== "hand" && (
          <>
            <NativeSelect
              label={texts.kind}
              data={[{ value: "", label: texts.anyKind }, ...kindChoices]}
              value={edit.kind}
              onChange={({ currentTarget }) => change({ kind: currentTarget.value as LeadKind | "" })}
            />
            <TagsInput
              label={texts.sources}
              placeholder={edit.sources.length === 0 ? texts.anySource : ""}
              data={distinctOptions((options?.sources ?? []).map((value) => ({ value, label: value })))}
              maxLength={100}
              maxTags={mostSources}
              acceptValueOnBlur
              value={edit.sources}
              error={errors.sources}
              onChange={(sources) => change({ sources })}
            />
          </>
        )}
      </Stack>
    </section>
  );
}

function Sends({ editor: { edit, errors, change } }: Pick<Props, "editor">) {
  const { weekdays, from_minute, to_minute, end_task } = edit;
  return (
    <section className={classes.section}>
      <h2>{texts.sends}</h2>
      <details>
        <summary className={classes.summary}>
          <IconClock size={16} aria-hidden />
          {texts.sendsWords(daysWord(weekdays), timeWord(from_minute), timeWord(to_minute))}
          <IconChevronDown size={16} aria-hidden />
        </summary>
        <Stack gap="xs" mt="xs">
          <fieldset className={classes.days} aria-label={texts.days}>
            {planTexts.weekdays.map((day, at) => (
              <Checkbox
                key={day}
                size="xs"
                label={day}
                checked={(weekdays & (2 ** at)) !== 0}
                onChange={() => change({ weekdays: weekdays ^ (2 ** at) })}
              />
            ))}
          </fieldset>
          {errors.weekdays && <p className={classes.error}>{errors.weekdays}</p>}
          <Group gap="xs" grow>
            <NativeSelect
              label={texts.from}
              data={timeChoices(halfHours.slice(0, -1), from_minute)}
              value={String(from_minute)}
              onChange={({ currentTarget }) => change({ from_minute: Number(currentTarget.value) })}
            />
            <NativeSelect
              label={texts.to}
              data={timeChoices(halfHours.slice(1), to_minute)}
              value={String(to_minute)}
              error={errors.to_minute}
              onChange={({ currentTarget }) => change({ to_minute: Number(currentTarget.value) })}
            />
          </Group>
        </Stack>
      </details>
      <p className={classes.hint}>{texts.shift}</p>
      <TextInput
        mt="xs"
        label={`${texts.ends}: ${texts.endTask.toLowerCase()}`}
        description={texts.endTaskHint}
        maxLength={200}
        autoComplete="off"
        value={end_task}
        error={errors.end_task}
        onChange={({ currentTarget }) => change({ end_task: currentTarget.value })}
      />
    </section>
  );
}
