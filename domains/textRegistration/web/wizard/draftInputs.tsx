import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { RegistrationOverview } from "../../contract.ts";
import type { DraftField, RegistrationDraft } from "./useRegistrationDraft.ts";
import classes from "./Wizard.module.css";

/** What every step gets. */
export interface AnswerStepProps {
  overview: RegistrationOverview;
  draft: RegistrationDraft;
  /** The field to begin at; empty: the first. */
  field: string;
}

/** The props of a text input for a field of the draft. */
export function textProps(draft: RegistrationDraft, field: DraftField) {
  return {
    name: field,
    value: draft.values[field] as string,
    error: draft.errors[field],
    onChange: (event: { currentTarget: { value: string } }) => draft.set({ [field]: event.currentTarget.value }),
    onBlur: () => draft.check(field),
  };
}

/** Puts the focus into the named field, each time that a link leads to it. */
export function useFocusedField<T extends HTMLElement = HTMLDivElement>(field: string) {
  const form = useRef<T>(null);
  const { key } = useLocation();
  const followed = useRef("");
  useEffect(() => {
    if (field === "" || followed.current === key) return;
    followed.current = key;
    const named = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
    const input = named(field) ?? named(`${field}.0`);
    input?.focus();
    input?.scrollIntoView({ block: "center" });
  }, [field, key]);
  return form;
}

interface CheckProps {
  /** Green is a fact, amber is advice that blocks nothing. */
  tone: "green" | "amber";
  children: ReactNode;
}

/** What a check says under a field. */
export function FieldCheck({ tone, children }: CheckProps) {
  const CheckIcon = tone === "green" ? IconCircleCheck : IconAlertTriangle;
  return (
    <span className={classes.check} data-tone={tone}>
      <CheckIcon size={14} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
