import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  MouseSensor,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconFlag, IconPlayerPlay, IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { hasDialog } from "#core/web/singleKeys.ts";
import { type FollowUpPlan, leadPlans } from "#domains/leads/plans/contract.ts";
import { mostSteps, stepKinds } from "#domains/leads/plans/fields.ts";
import classes from "./PlanSteps.module.css";
import { dayWordOf, duplicated, type EditedStep, movedStep, timeWordOf, withStep } from "./planDraft.ts";
import { StepCard, StepIcon } from "./StepCard.tsx";
import { planTexts as texts } from "./texts.ts";
import type { PlanEditor } from "./usePlanEditor.ts";

interface Props {
  plan: FollowUpPlan;
  editor: PlanEditor;
  mayEdit: boolean;
  /** Shows who is at a step. */
  onPeople: (step: number) => void;
}

/** A plan's steps from its start to its end, moved by mouse, touch and keys. */
export function PlanSteps({ plan, editor, mayEdit, onPeople }: Props) {
  const { edit, change, open, setOpen } = editor;
  const { steps } = edit;
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  const [over, setOver] = useState<number>();
  const [dragged, setDragged] = useState<number>();
  const { data: reach } = useCall(leadPlans.reach, { params: { id: plan.id } }, { enabled: plan.people > 0 });
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  );

  const move = (key: number, to: number) => {
    if (to < 0 || to >= steps.length) return;
    const next = movedStep(steps, key, to);
    const step = next[to];
    change({ steps: next });
    if (step) setSaid(texts.moved(to + 1, `Day ${step.day}`, timeWordOf(step)));
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-step="${key}"] [data-head]`)?.focus());
  };
  const shown = dragged === undefined || over === undefined ? steps : movedStep(steps, dragged, over);
  const lift = useLiftedStep(steps, change, setSaid);
  useStepKeys({ editor, mayEdit, list, move });

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter as CollisionDetection}
      accessibility={{ announcements: silent, screenReaderInstructions: { draggable: "" } }}
      onDragStart={({ active }) => {
        setOpen(undefined);
        setDragged(Number(active.id));
      }}
      onDragOver={({ over: place }) => setOver(place ? Number(place.data.current?.place) : undefined)}
      onDragCancel={() => {
        setDragged(undefined);
        setOver(undefined);
      }}
      onDragEnd={({ active }) => {
        if (over !== undefined) move(Number(active.id), over);
        setDragged(undefined);
        setOver(undefined);
      }}
    >
      {!plan.has_number && steps.some(({ kind }) => kind === "text") && (
        <p className={classes.warning} role="status">
          {texts.noNumber}
        </p>
      )}
      <ol className={classes.steps} ref={list}>
        <li className={classes.edge}>
          <span className={classes.time}>
            <strong>{texts.start}</strong>
          </span>
          <span className={classes.icon}>
            <IconPlayerPlay size={14} aria-hidden />
          </span>
          <span className={classes.edgeWords}>{texts.startHint[edit.starts]}</span>
        </li>
        {shown.map((step, place) => (
          <StepRow
            key={step.key}
            step={step}
            place={place}
            before={shown[place - 1]}
            isDragged={dragged === step.key || lift.key === step.key}
          >
            <StepCard
              step={step}
              place={place}
              editor={editor}
              mayEdit={mayEdit}
              isOpen={open === step.key}
              isChanged={editor.changedKeys.includes(step.key)}
              figures={plan.steps.find(({ id }) => id === step.id)}
              reach={reach}
              onMove={(by) => move(step.key, place + by)}
              onPeople={onPeople}
              grip={
                <Grip
                  step={step}
                  place={place}
                  isOn={mayEdit}
                  onKeyDown={(event) => lift.onKeyDown(event, step.key)}
                  onBlur={lift.putBack}
                />
              }
            />
          </StepRow>
        ))}
        {mayEdit && (
          <li className={classes.edge}>
            <span className={classes.time} />
            <span className={classes.icon} data-dashed>
              <IconPlus size={14} aria-hidden />
            </span>
            <span className={classes.edgeWords}>
              {steps.length >= mostSteps ? (
                texts.full
              ) : (
                <>
                  <DropMenu
                    items={stepKinds.map((kind) => ({
                      name: kind,
                      label: texts.stepKinds[kind],
                      onClick: () => {
                        const next = withStep(steps, kind);
                        change({ steps: next });
                        setOpen(next.at(-1)?.key);
                      },
                    }))}
                    trigger={
                      <Button variant="subtle" size="compact-sm">
                        {texts.addStep}
                      </Button>
                    }
                  />{" "}
                  {texts.addHint}
                </>
              )}
            </span>
          </li>
        )}
        <li className={classes.edge}>
          <span className={classes.time}>
            <strong>{texts.end}</strong>
          </span>
          <span className={classes.icon}>
            <IconFlag size={14} aria-hidden />
          </span>
          <span className={classes.edgeWords} dir="auto">
            {edit.end_task === "" ? texts.endNothing : texts.endTask(edit.end_task)}
          </span>
        </li>
      </ol>
      <VisuallyHidden id={gripHint}>{texts.dragHint}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive" data-said>
        {said}
      </VisuallyHidden>
    </DndContext>
  );
}

const gripHint = "plan-step-hint";

/** The editor announces moves itself. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

interface StepRowProps {
  step: EditedStep;
  place: number;
  before: EditedStep | undefined;
  isDragged: boolean;
  children: React.ReactNode;
}

function StepRow({ step, place, before, isDragged, children }: StepRowProps) {
  const { setNodeRef } = useDroppable({ id: `place ${place}`, data: { place } });
  const day = dayWordOf(step, before);
  return (
    <li ref={setNodeRef} className={classes.row} data-step={step.key} data-dragged={isDragged || undefined}>
      {day !== "" && <h2 className={classes.dayHead}>{day}</h2>}
      <span className={classes.time} aria-hidden>
        {day !== "" && <strong>{day}</strong>}
        <span>{timeWordOf(step)}</span>
      </span>
      <span className={classes.icon} data-kind={step.kind}>
        <StepIcon kind={step.kind} />
      </span>
      {children}
    </li>
  );
}

interface GripProps {
  step: EditedStep;
  place: number;
  isOn: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onBlur: () => void;
}

function Grip({ step, place, isOn, onKeyDown, onBlur }: GripProps) {
  const { setNodeRef, listeners } = useDraggable({ id: step.key, disabled: !isOn });
  if (!isOn) return null;
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.grip}
      aria-label={texts.drag(place + 1)}
      aria-describedby={gripHint}
      {...listeners}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <svg width="8" height="14" viewBox="0 0 8 14" fill="currentColor" aria-hidden>
        {[2, 7, 12].flatMap((y) => [1.5, 6.5].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.25" />))}
      </svg>
    </button>
  );
}

/** A step that is moved by the arrow keys: Space lifts and drops it, Escape puts it back. */
function useLiftedStep(
  steps: EditedStep[],
  change: (part: { steps: EditedStep[] }) => void,
  say: (words: string) => void,
) {
  const [lifted, setLifted] = useState<{ key: number; before: EditedStep[] }>();
  const moving = useRef(false);
  const putBack = () => {
    // Moving the row in the document takes the focus for a moment.
    if (!lifted || moving.current) return;
    change({ steps: lifted.before });
    setLifted(undefined);
    say(texts.putBack);
  };
  const onKeyDown = (event: KeyboardEvent, key: number) => {
    const place = steps.findIndex((step) => step.key === key);
    if (event.key === " " || (event.key === "Enter" && lifted)) {
      event.preventDefault();
      setLifted(lifted ? undefined : { key, before: steps });
      say(lifted ? texts.dropped : texts.lifted(place + 1));
      return;
    }
    if (!lifted) return;
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      putBack();
    }
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const to = place + (by ?? 0);
    if (by === undefined || to < 0 || to >= steps.length) return;
    event.preventDefault();
    moving.current = true;
    const next = movedStep(steps, key, to);
    const step = next[to];
    change({ steps: next });
    if (step) say(texts.moved(to + 1, `Day ${step.day}`, timeWordOf(step)));
    const { currentTarget } = event;
    setTimeout(() => {
      if (currentTarget instanceof HTMLElement) currentTarget.focus();
      moving.current = false;
    });
  };
  return { key: lifted?.key, onKeyDown, putBack };
}

interface StepKeys {
  editor: PlanEditor;
  mayEdit: boolean;
  list: React.RefObject<HTMLOListElement | null>;
  move: (key: number, to: number) => void;
}

/** J and K go through the steps, Enter opens one, Escape closes it; with Alt the arrows move it. */
function useStepKeys(given: StepKeys): void {
  const current = useRef(given);
  current.current = given;
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const { editor, mayEdit, list, move } = current.current;
      if (event.defaultPrevented || hasDialog() || !(event.target instanceof HTMLElement)) return;
      const { target, key } = event;
      const row = target.closest<HTMLElement>("[data-step]");
      const step = editor.edit.steps.find((one) => String(one.key) === row?.dataset.step);
      const place = step ? editor.edit.steps.indexOf(step) : -1;
      const isModified = event.ctrlKey || event.metaKey;
      const act = (work: () => void) => {
        event.preventDefault();
        work();
      };
      if (isModified && key.toLowerCase() === "s" && mayEdit) return act(editor.save);
      if (isModified && key.toLowerCase() === "d" && step && mayEdit)
        return act(() => editor.change({ steps: duplicated(editor.edit.steps, step.key) }));
      if (isModified) return;
      if (event.altKey && step && mayEdit && (key === "ArrowUp" || key === "ArrowDown"))
        return act(() => move(step.key, place + (key === "ArrowUp" ? -1 : 1)));
      if (key === "Escape" && editor.open !== undefined)
        return act(() => {
          const closed = editor.open;
          editor.setOpen(undefined);
          setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-step="${closed}"] [data-head]`)?.focus());
        });
      if (target.closest("input, textarea, select, [role=menu]")) return;
      const by = { j: 1, k: -1 }[key.toLowerCase()];
      const heads = [...(list.current?.querySelectorAll<HTMLElement>("[data-head]") ?? [])];
      if (by !== undefined) act(() => heads[Math.max(0, Math.min(heads.length - 1, place + by))]?.focus());
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
