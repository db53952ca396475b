import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Switch, Text } from "@mantine/core";
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { MoveButtons, type MoveStep, movedRows, useFocusAfterMove } from "#core/web/form/moveRows.tsx";
import { Section } from "#core/web/layout/Section.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { teamEvents } from "#domains/team/contract.ts";
import { WorkingHoursDialog } from "#domains/team/workingHours/web/public.tsx";
import {
  type AssignmentRule,
  type LeadAssignment,
  leadAssignment,
  leadAssignmentEvents,
  mostRules,
} from "../contract.ts";
import classes from "./AssignmentCard.module.css";
import { type AssignmentValues, valuesOf } from "./ruleForm.ts";
import { leadsText, onShiftText, assignmentTexts as texts, turnsText } from "./texts.ts";

const RuleDialog = lazyDialog(() => import("./RuleDialog.tsx"), "RuleDialog");
const TryDialog = lazyDialog(() => import("./TryDialog.tsx"), "TryDialog");

const aMinute = 60_000;

/** The rules by which the location's leads are assigned, and who is on shift. */
export function AssignmentCard() {
  const { data, error, refetch } = useCall(leadAssignment.shown, {}, { refetchInterval: aMinute });
  useFreshCalls(
    [leadAssignment.shown],
    [leadAssignmentEvents.changed, teamEvents.changed, appointmentEvents.changed] as const,
    { inBursts: true },
  );
  return (
    <Section title={texts.title}>
      <Group gap="0.125rem" mb="md" wrap="nowrap">
        <Text c="dimmed">{texts.about}</Text>
        <InfoTooltip about={texts.title}>{texts.details}</InfoTooltip>
      </Group>
      {error && !data && <LoadFailure failure={error} retry={refetch} title={texts.failed} />}
      {!data && !error && <Skeleton h="12rem" aria-hidden />}
      {data && <Rules assignment={data} />}
    </Section>
  );
}

/** What is edited: the rules as they were then, and which of them; without an id a new one. */
interface Edited {
  assignment: LeadAssignment;
  id: number | undefined;
}

function Rules({ assignment }: { assignment: LeadAssignment }) {
  const { rules, team } = assignment;
  const mayEdit = useCan(leadAssignment.save);
  const { save, isSaving } = useSavedAssignment();
  const [dialog, setDialog] = useState<"rule" | "try" | "hours">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [edited, setEdited] = useState<Edited>();
  const { list, focusAfter } = useFocusAfterMove<HTMLOListElement>(rules);
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  const edit = (id?: number) => {
    setEdited({ assignment, id });
    setDialog("rule");
  };
  const change = (
    part: (values: AssignmentValues) => Partial<AssignmentValues>,
    onSaved?: (now: LeadAssignment) => void,
  ) => {
    const values = valuesOf(assignment);
    save({ ...values, ...part(values) }, onSaved);
  };
  const move = (at: number, step: MoveStep) => {
    const moved = rules[at];
    if (!moved || isSaving) return;
    focusAfter(moved.id, step);
    change((values) => ({ rules: movedRows(values.rules, at, step) }));
  };
  const remove = (at: number) => {
    const [removed] = valuesOf(assignment).rules.slice(at, at + 1);
    if (!removed) return;
    addButton.current?.focus();
    change(
      (values) => ({ rules: values.rules.toSpliced(at, 1) }),
      (now) =>
        toast.undo(texts.removed, () => {
          const values = valuesOf(now);
          save({ ...values, rules: values.rules.toSpliced(at, 0, { ...removed, id: undefined }) });
        }),
    );
  };
  return (
    <Stack gap="md">
      <OnShift names={assignment.on_shift.map(({ name }) => name)} onHours={() => setDialog("hours")} />
      {rules.length === 0 ? (
        <Text>{texts.none}</Text>
      ) : (
        <ol className={classes.rules} aria-label={texts.rules} ref={list}>
          {rules.map((rule, at) => (
            <li key={rule.id} data-row={rule.id}>
              <span className={classes.place} aria-hidden>
                {at + 1}.
              </span>
              <RuleWords rule={rule} team={team} />
              {mayEdit && (
                <RuleButtons
                  place={at + 1}
                  isLast={at === rules.length - 1}
                  isOn={rule.is_on}
                  onMove={(step) => move(at, step)}
                  onEdit={() => edit(rule.id)}
                  onRemove={() => remove(at)}
                  onSwitch={(is_on) =>
                    change((values) => ({
                      rules: values.rules.map((one, place) => (place === at ? { ...one, is_on: is_on ? 1 : 0 } : one)),
                    }))
                  }
                />
              )}
            </li>
          ))}
        </ol>
      )}
      <Group gap="0.125rem" wrap="nowrap">
        <Switch
          label={texts.known}
          checked={assignment.known_first}
          disabled={!mayEdit}
          onChange={({ currentTarget: { checked } }) => change(() => ({ known_first: checked ? 1 : 0 }))}
        />
        <InfoTooltip about={texts.known}>{texts.knownDetails}</InfoTooltip>
      </Group>
      <Group>
        <Can use={leadAssignment.save}>
          <Button
            variant="default"
            ref={addButton}
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={rules.length >= mostRules}
            onClick={() => edit()}
          >
            {texts.add}
          </Button>
        </Can>
        <Button variant="subtle" onClick={() => setDialog("try")}>
          {texts.tryIt}
        </Button>
      </Group>
      {edited && <RuleDialog opened={dialog === "rule"} onClose={close} {...edited} />}
      <TryDialog opened={dialog === "try"} onClose={close} rules={rules} />
      <WorkingHoursDialog opened={dialog === "hours"} onClose={close} />
    </Stack>
  );
}

function OnShift({ names, onHours }: { names: readonly string[]; onHours: () => void }) {
  return (
    <div className={classes.shift}>
      <Text>
        {names.length === 0 ? (
          texts.noOneOnShift
        ) : (
          <>
            <b>{texts.onShift}:</b> <span dir="auto">{onShiftText(names)}</span>
          </>
        )}
      </Text>
      <Button variant="default" size="xs" onClick={onHours}>
        {texts.hours}
      </Button>
    </div>
  );
}

function RuleWords({ rule, team }: { rule: AssignmentRule; team: LeadAssignment["team"] }) {
  const hasLeft = rule.target === "members" && !team.some(({ id }) => rule.member_ids.includes(id));
  return (
    <span className={classes.words} data-off={!rule.is_on || undefined}>
      <Group gap="xs">
        <b dir="auto">{leadsText(rule)}</b>
        {!rule.is_on && (
          <Badge size="sm" color="gray" miw="max-content">
            {texts.off}
          </Badge>
        )}
      </Group>
      {hasLeft ? (
        <span className={classes.left}>
          <IconAlertTriangle size={16} aria-hidden />
          {texts.nobodyLeft}
        </span>
      ) : (
        <span className={classes.turns} dir="auto">
          {turnsText(rule, team)}
        </span>
      )}
    </span>
  );
}

interface RuleButtonsProps {
  place: number;
  isLast: boolean;
  isOn: boolean;
  onMove: (step: MoveStep) => void;
  onSwitch: (is_on: boolean) => void;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleButtons({ place, isLast, isOn, onMove, onSwitch, onEdit, onRemove }: RuleButtonsProps) {
  const icon = { variant: "subtle", color: "gray", size: "lg" } as const;
  return (
    <Group gap="0.25rem" wrap="nowrap" className={classes.buttons}>
      <Switch
        aria-label={texts.isOn(place)}
        checked={isOn}
        mr="0.25rem"
        onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      />
      <MoveButtons
        up={texts.up(place)}
        down={texts.down(place)}
        isFirst={place === 1}
        isLast={isLast}
        onMove={onMove}
      />
      <ActionIcon {...icon} aria-label={texts.edit(place)} onClick={onEdit}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon {...icon} aria-label={texts.remove(place)} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** Saves all rules and shows what was saved; after a refusal, such as of rules that changed meanwhile, what is stored. */
function useSavedAssignment() {
  const cache = useQueryClient();
  const { mutate, isPending } = useSend(leadAssignment.save, {
    quiet: "success",
    onFailure: () => void cache.invalidateQueries({ queryKey: [leadAssignment.shown.name] }),
  });
  const save = (body: AssignmentValues, onSaved?: (now: LeadAssignment) => void) =>
    mutate(
      { body },
      {
        onSuccess: (answer) => {
          cache.setQueryData(queryKeyOf(leadAssignment.shown), answer);
          onSaved?.(answer.data);
        },
      },
    );
  return { save, isSaving: isPending };
}
