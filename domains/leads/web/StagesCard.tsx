import { ActionIcon, Button, Group, Modal, NativeSelect, Skeleton, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCallAfresh } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { MoveButtons, type MoveStep, movedRows, useFocusAfterMove } from "#core/web/form/moveRows.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Section } from "#core/web/layout/Section.tsx";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { type LeadStage, leads } from "../contract.ts";
import { type CountedStep, type StageKind, type StageTrigger, stageKinds } from "../fields.ts";
import { stageKindNames, stagesProblem } from "../rules.ts";
import classes from "./StagesCard.module.css";
import { stageTexts as texts } from "./texts.ts";

/** A stage in the editor; `key` stays with it wherever it moves. */
interface EditedStage {
  key: number;
  /** Undefined: it is new. */
  id: number | undefined;
  name: string;
  kind: StageKind;
  reached_by: "" | StageTrigger;
  counts_as: "" | CountedStep;
}

interface StagesValues extends Record<string, unknown> {
  stages: EditedStage[];
  /** Where the leads of removed stages go. */
  moves: { from: number; to?: number | undefined }[];
}

const mostStages = 20;

const kinds = stageKinds.map((value) => ({ value, label: stageKindNames[value] }));
const steps = Object.entries(texts.steps).map(([value, label]) => ({ value, label }));
const triggers = Object.entries(texts.triggers).map(([value, label]) => ({ value, label }));

const editedStages = (stages: readonly LeadStage[]): EditedStage[] =>
  [...stages]
    .sort((one, other) => one.position - other.position)
    .map(({ id, name, kind, reached_by, counts_as }) => ({ key: id, id, name, kind, reached_by, counts_as }));

/** The business's stages: their names, their order, what they mean, and what moves leads there. */
export function StagesCard() {
  const { data, error, refetch } = useCallAfresh(leads.stages);
  return (
    <Section title={texts.title}>
      <Text c="dimmed" mb="md">
        {texts.about} <InfoTooltip about={texts.counts}>{texts.countsAbout}</InfoTooltip>
      </Text>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!data && !error && <Skeleton h="20rem" aria-hidden />}
      {data && <StagesForm stages={data.stages} />}
    </Section>
  );
}

function StagesForm({ stages: stored }: { stages: readonly (LeadStage & { leads: number })[] }) {
  const hasLeads = ({ id }: EditedStage) => stored.some((stage) => stage.id === id && stage.leads > 0);
  const save = useCallForm(leads.saveStages, {
    initialValues: { stages: editedStages(stored), moves: [] } as StagesValues,
    toBody: ({ stages, moves }) => ({ stages: stages.map(({ key: _, ...stage }) => stage), moves }),
    extraErrors: ({ stages }): Record<string, string> => {
      const problem = stages.every(({ name }) => name.trim() !== "") ? stagesProblem(stages) : "";
      return problem === "" ? {} : { stages: problem };
    },
    invalidates: [leads.stages, leads.options, leads.table, leads.one, leadCounts.views],
    onSuccess: ({ data }) => {
      const saved = { stages: editedStages(data.stages), moves: [] };
      save.form.setValues(saved);
      save.form.resetDirty(saved);
    },
  });
  const { form } = save;
  useUnsavedChanges(form.isDirty);
  const { stages, moves } = form.values;
  const [removed, setRemoved] = useState<EditedStage>();
  const { list, focusAfter } = useFocusAfterMove<HTMLUListElement>(stages);
  const addButton = useRef<HTMLButtonElement>(null);

  const change = (place: number, part: Partial<EditedStage>) => {
    const next = stages.map((stage, at) => (at === place ? { ...stage, ...part } : stage));
    form.setFieldValue("stages", next);
    form.clearFieldError("stages");
  };
  const move = (place: number, step: MoveStep) => {
    const stage = stages[place];
    if (!stage) return;
    focusAfter(stage.key, step);
    form.setFieldValue("stages", movedRows(stages, place, step));
  };
  const remove = ({ key, id }: EditedStage, to?: number) => {
    form.setFieldValue(
      "stages",
      stages.filter((stage) => stage.key !== key),
    );
    form.clearErrors();
    if (id === undefined) return;
    // Leads that were to go to this stage go on to the next.
    const redirected = moves.map((move) => (move.to === id ? { ...move, to } : move));
    form.setFieldValue("moves", [...redirected, { from: id, to }]);
  };
  const add = () => {
    const key = Math.max(0, ...stages.map((stage) => stage.key)) + 1;
    const lastOpen = stages.findLastIndex(({ kind }) => kind === "open");
    const counts_as = stages[lastOpen]?.counts_as ?? "";
    const stage: EditedStage = { key, id: undefined, name: "", kind: "open", reached_by: "", counts_as };
    focusAfter(key, 0);
    form.setFieldValue("stages", stages.toSpliced(lastOpen + 1, 0, stage));
  };
  const { stages: problem = form.errors.moves } = form.errors;

  return (
    <form noValidate onSubmit={save.submit} className={classes.form}>
      <ul className={classes.stages} ref={list}>
        {stages.map((stage, place) => {
          const name = stage.name.trim() || texts.unnamed;
          return (
            <li key={stage.key} data-row={stage.key}>
              <TextInput
                label={texts.name}
                aria-label={texts.nameOf(place + 1)}
                autoComplete="off"
                maxLength={40}
                {...form.getInputProps(`stages.${place}.name`)}
              />
              <NativeSelect
                label={texts.kind}
                aria-label={texts.kindOf(name)}
                data={kinds}
                value={stage.kind}
                error={form.errors[`stages.${place}.kind`]}
                onChange={({ currentTarget: { value } }) =>
                  change(place, {
                    kind: value as StageKind,
                    ...(value !== "open" && { reached_by: "" as const, counts_as: "" as const }),
                  })
                }
              />
              <NativeSelect
                label={texts.trigger}
                aria-label={texts.triggerOf(name)}
                data={stage.kind === "open" ? triggers : triggers.slice(0, 1)}
                disabled={stage.kind !== "open"}
                value={stage.reached_by}
                error={form.errors[`stages.${place}.reached_by`]}
                onChange={({ currentTarget: { value } }) =>
                  change(place, { reached_by: value as EditedStage["reached_by"] })
                }
              />
              {stage.kind === "open" ? (
                <NativeSelect
                  label={texts.counts}
                  aria-label={texts.countsOf(name)}
                  data={steps}
                  value={stage.counts_as}
                  error={form.errors[`stages.${place}.counts_as`]}
                  onChange={({ currentTarget: { value } }) =>
                    change(place, { counts_as: value as EditedStage["counts_as"] })
                  }
                />
              ) : (
                <NativeSelect
                  label={texts.counts}
                  aria-label={texts.countsOf(name)}
                  data={[stage.kind === "won" ? texts.countsSold : texts.countsNothing]}
                  disabled
                />
              )}
              <Group gap="0.25rem" wrap="nowrap" className={classes.buttons}>
                <MoveButtons
                  up={texts.up(name)}
                  down={texts.down(name)}
                  isFirst={place === 0}
                  isLast={place === stages.length - 1}
                  onMove={(step) => move(place, step)}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={texts.remove(name)}
                  onClick={() => (hasLeads(stage) ? setRemoved(stage) : remove(stage))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          );
        })}
      </ul>
      {problem && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          ref={addButton}
          disabled={stages.length >= mostStages}
          onClick={add}
        >
          {texts.add}
        </Button>
        <Button type="submit" loading={save.sending} disabled={!form.isDirty()}>
          {texts.save}
        </Button>
      </Group>
      {removed && (
        <RemovalDialog
          key={removed.key}
          removed={removed}
          others={stages.filter(
            ({ key, id, kind }) => key !== removed.key && id !== undefined && kind === removed.kind,
          )}
          onClose={() => setRemoved(undefined)}
          onRemove={(to) => {
            remove(removed, to);
            setRemoved(undefined);
            // The button that opened this was removed, too.
            setTimeout(() => addButton.current?.focus());
          }}
        />
      )}
    </form>
  );
}

interface RemovalProps {
  removed: EditedStage;
  /** The saved stages of its kind that stay. */
  others: readonly EditedStage[];
  onClose: () => void;
  onRemove: (to: number | undefined) => void;
}

/** Asks where the leads of a removed stage go. */
function RemovalDialog({ removed, others, onClose, onRemove }: RemovalProps) {
  const [to, setTo] = useState(String(others[0]?.id ?? ""));
  const { removal } = texts;
  return (
    <Modal opened onClose={onClose} title={removal.title(removed.name)} size="sm">
      <NativeSelect
        label={removal.to}
        data-autofocus
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={to}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {removal.cancel}
        </Button>
        <Button color="red" onClick={() => onRemove(Number(to) || undefined)}>
          {removal.action}
        </Button>
      </Group>
    </Modal>
  );
}
