import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { toastFailure, useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { leads } from "#domains/leads/contract.ts";
import { type FollowUpPlan, type insideChoices, leadPlans, type PlanPicture } from "#domains/leads/plans/contract.ts";
import type { LibraryFile } from "#domains/library/contract.ts";
import { bodyOf, changedSteps, type EditedStep, editOf, type PlanEdit, savedEdit } from "./planDraft.ts";
import { planTexts as texts } from "./texts.ts";

export type Inside = (typeof insideChoices)[number];

/** What shows plans, and is asked for again when one changed. */
export const planRefreshes = [leadPlans.one, leadPlans.list, leadPlans.people, leadPlans.reach, leads.one, leads.table];

const noPictures: readonly PlanPicture[] = [];

interface Base {
  readonly edit: PlanEdit;
  readonly revision: number;
}

const isSame = (a: PlanEdit, b: PlanEdit) => JSON.stringify(a) === JSON.stringify(b);

/** The place of the step that an error of the server is about. */
const placeOf = (field: string): number | undefined => {
  const [, place] = /^steps\.(\d+)\./.exec(field) ?? [];
  return place === undefined ? undefined : Number(place);
};

/** A plan as it is edited: what changed, what is wrong with it, and what somebody else saved meanwhile. */
export function usePlanEditor(plan: FollowUpPlan, mayEdit: boolean) {
  const cache = useQueryClient();
  const [base, setBase] = useState<Base>(() => ({ edit: editOf(plan), revision: plan.revision }));
  const [edit, setEdit] = useState<PlanEdit>(base.edit);
  const [open, setOpen] = useState<number>();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [asks, setAsks] = useState(false);
  const [chosen, setChosen] = useState<readonly PlanPicture[]>(noPictures);
  const sent = useRef(edit);
  const isChanged = mayEdit && !isSame(edit, base.edit);
  const isElsewhere = plan.revision > base.revision;

  // Nothing of one's own would be lost.
  if (isElsewhere && !isChanged) {
    setBase({ edit: editOf(plan), revision: plan.revision });
    setEdit(editOf(plan));
  }

  const change = (part: Partial<PlanEdit>) => {
    setEdit((now) => ({ ...now, ...part }));
    setErrors((now) => {
      const fields = Object.keys(part);
      return Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field.split(".")[0] ?? "")));
    });
  };
  const changeStep = (key: number, part: Partial<EditedStep>) => {
    setEdit((now) => ({ ...now, steps: now.steps.map((step) => (step.key === key ? { ...step, ...part } : step)) }));
    const place = edit.steps.findIndex((step) => step.key === key);
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => placeOf(field) !== place)));
  };
  const removeStep = (key: number) => {
    const { steps } = edit;
    change({ steps: steps.filter((step) => step.key !== key) });
    if (open === key) setOpen(undefined);
    toast.undo(texts.stepDeleted, () => change({ steps }));
  };
  const stepsChanged = changedSteps(base.edit.steps, edit.steps);

  const saving = useSend(leadPlans.save, {
    invalidates: planRefreshes,
    quiet: true,
    onSuccess: ({ message, data }, { body }) => {
      setAsks(false);
      setErrors({});
      setBase({ edit: savedEdit(sent.current, sent.current, data.steps), revision: Number(body?.revision) + 1 });
      setEdit((now) => savedEdit(now, sent.current, data.steps));
      toast.success(message);
    },
    onFailure: (failure) => {
      const { fields, status } = failure;
      setAsks(false);
      setErrors(fields);
      // Errors of fields stand there, and somebody else's changes above the steps.
      if (status === 409) void cache.invalidateQueries({ queryKey: [leadPlans.one.name] });
      else if (Object.keys(fields).length === 0) toastFailure(failure);
      const place = Object.keys(fields).flatMap((field) => placeOf(field) ?? [])[0];
      const step = place === undefined ? undefined : edit.steps[place];
      if (step) setOpen(step.key);
    },
  });
  const send = (inside: Inside) => {
    sent.current = edit;
    saving.mutate({ params: { id: plan.id }, body: { ...bodyOf(edit), revision: base.revision, inside } });
  };
  const save = () => {
    if (!isChanged || isElsewhere || saving.isPending) return;
    if (stepsChanged > 0 && plan.people > 0) setAsks(true);
    else send("continue");
  };
  const discard = () => {
    setEdit(base.edit);
    setErrors({});
    setOpen(undefined);
  };
  useUnsavedChanges(() => isChanged, discard);
  const askToDiscard = async () => {
    const { discard: action } = texts;
    if (await confirm({ title: `${action}?`, text: texts.changed(stepsChanged), action, danger: true })) discard();
  };

  const pictures = useMemo(
    () => new Map([...chosen, ...plan.pictures].map((picture) => [picture.id, picture])),
    [chosen, plan.pictures],
  );

  return {
    edit,
    /** What is known of the pictures of its steps, by id. */
    pictures,
    addPictures: (files: readonly LibraryFile[]) =>
      setChosen((now) => [
        ...now,
        ...files.map(({ id, name, url, size }) => ({ id, name, url, size, is_deleted: 0 as const })),
      ]),
    /** The titles of its copies of email templates, by id. */
    mails: useMemo(() => new Map(plan.mails.map(({ id, title }) => [id, title])), [plan.mails]),
    change,
    changeStep,
    removeStep,
    open,
    setOpen,
    errors,
    isChanged,
    stepsChanged,
    changedKeys: edit.steps
      .filter((step) => {
        const old = base.edit.steps.find(({ key }) => key === step.key);
        return !old || JSON.stringify(old) !== JSON.stringify(step);
      })
      .map(({ key }) => key),
    save,
    send,
    isSaving: saving.isPending,
    asks,
    stopAsking: () => setAsks(false),
    discard: askToDiscard,
    /** Somebody else saved it, while there are changes of one's own. */
    conflict: isChanged && isElsewhere ? plan.saved_by : undefined,
    reload: () => {
      setBase({ edit: editOf(plan), revision: plan.revision });
      setEdit(editOf(plan));
      setErrors({});
    },
    keepMine: () => setBase((now) => ({ ...now, revision: plan.revision })),
  };
}

export type PlanEditor = ReturnType<typeof usePlanEditor>;
