import type { UseFormReturnType } from "@mantine/form";
import { hashKey } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

interface FilledFormOptions {
  /** Called at each opening: for state beside the form that starts afresh, too. */
  onOpen?: () => void;
  /** False: filled once an opening, for forms that send the version of what they show. */
  follows?: boolean;
}

type FillableForm<V> = Pick<
  UseFormReturnType<V>,
  "getValues" | "setValues" | "setFieldValue" | "resetDirty" | "clearErrors"
>;

/** One opening of a dialog, from when its form is filled. */
interface FormOpening<V> {
  readonly openedAt: Date;
  /** Tells a dialog's forms apart: one to add, one to change. */
  readonly setValues: FillableForm<V>["setValues"];
  readonly filled: V;
  readonly wanted: Partial<V> | undefined;
}

/**
 * Fills a dialog's form as it opens. What loads or changes behind the open dialog goes only into fields that still hold
 * what they were filled with; what was typed stays, and so do errors.
 *
 * @returns what the fields were filled with.
 * @param values undefined while they load. A function gets the time of the opening, so that suggestions don't move with the clock.
 */
export function useFilledForm<V>(
  form: FillableForm<V>,
  opened: boolean,
  values: Partial<NoInfer<V>> | undefined | ((openedAt: Date) => Partial<NoInfer<V>>),
  { onOpen, follows = true }: FilledFormOptions = {},
): () => V {
  const opening = useRef<FormOpening<V>>(undefined);
  // Runs after every render: it compares values, so callers need no memo.
  useEffect(() => {
    const { current } = opening;
    if (!opened) {
      opening.current = undefined;
      return;
    }
    const { setValues } = form;
    const isOpening = current?.setValues !== setValues;
    const openedAt = isOpening ? new Date() : current.openedAt;
    const isKept = !isOpening && !follows && current.wanted !== undefined;
    const wanted = isKept ? current.wanted : typeof values === "function" ? values(openedAt) : values;
    if (isOpening) {
      if (wanted) setValues(wanted as Partial<V>);
      form.resetDirty();
      form.clearErrors();
      opening.current = { openedAt, setValues, filled: form.getValues(), wanted };
      onOpen?.();
      return;
    }
    if (!wanted || isSame(wanted, current.wanted)) return;
    const next = fieldsToFill(current.filled, wanted, form.getValues());
    const filled = { ...current.filled, ...next };
    // One by one: `setValues` would clear all errors.
    for (const [field, value] of Object.entries(next)) form.setFieldValue(field, value as never);
    // What was saved meanwhile as it was typed isn't dirty.
    form.resetDirty({ ...filled, ...wanted });
    opening.current = { ...current, filled, wanted };
  });
  return () => opening.current?.filled ?? form.getValues();
}

/** The fields that take what is wanted now: those that still hold what they were filled with. */
export function fieldsToFill<V>(filled: V, wanted: Partial<V>, current: V): Partial<V> {
  const fields = Object.keys(wanted) as (keyof V)[];
  const untouched = fields.filter((field) => isSame(current[field], filled[field]));
  const changed = untouched.filter((field) => !isSame(wanted[field], current[field]));
  return Object.fromEntries(changed.map((field) => [field, wanted[field]])) as Partial<V>;
}

/** By value, whatever the order of an object's keys. */
const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);
