import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { queryKeyOf } from "#core/web/call/useCall.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { ProfileDraft, type SavedProfile } from "../../contract.ts";
import { useRegistrationPlace } from "../registrationPlace.ts";

type DraftFields = Omit<ProfileDraft, "version" | "ein">;
export type DraftField = keyof DraftFields;

/** Milliseconds after the last key until a draft is saved. */
const saveAfterMs = 800;
/** Milliseconds until a save that was lost is tried again. */
const retryAfterMs = 5_000;

/** What an owner is filling in, saved as they go. */
export interface RegistrationDraft {
  readonly values: DraftFields;
  /** The tax number as it is typed; undefined while the saved one stays. */
  readonly ein: string | undefined;
  readonly saved: SavedProfile;
  readonly errors: Readonly<Record<string, string>>;
  /** `invalid`: all but the fields with errors is saved. `failed`: the last try was lost, and is repeated. */
  readonly state: "saved" | "invalid" | "changed" | "saving" | "failed" | "conflict";
  set(change: Partial<DraftFields>): void;
  setEin(typed: string | undefined): void;
  /** Shows what is wrong with a field that was left. */
  check(field: DraftField | "ein"): void;
  /** Takes over what the server found out about the website. */
  noteWebsite(found: Pick<SavedProfile, "website_checked" | "website_result">): void;
  /** Asks whether a newer draft was saved elsewhere; then this one isn't saved anymore. */
  isOutdated(): Promise<boolean>;
  /** Saves what isn't saved yet. @returns what keeps something of it from being saved; undefined: all is saved. */
  save(): Promise<Unsaved | undefined>;
}

/** Why an answer isn't saved: the field that is wrong, in the order of the form; empty: it failed, or is outdated. */
export interface Unsaved {
  readonly field: string;
}

const fieldsOf = (profile: SavedProfile): DraftFields => {
  const keys = Object.keys(ProfileDraft.shape).filter((key) => key !== "version" && key !== "ein");
  return Object.fromEntries(keys.map((key) => [key, profile[key as DraftField]])) as DraftFields;
};

/** What is wrong with one field of the draft, by the input that shows it: `samples.2`. Empty when it may be saved. */
function problemsOf(field: string, value: unknown): Record<string, string> {
  const schema = ProfileDraft.shape[field as keyof typeof ProfileDraft.shape] as z.ZodMiniType;
  const [issue] = z.safeParse(schema, value).error?.issues ?? [];
  return issue ? { [[field, ...issue.path].join(".")]: issue.message } : {};
}

/** The errors of all fields but one. */
const withoutField = (errors: Readonly<Record<string, string>>, field: string) =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name.split(".")[0] !== field));

/** Keeps a draft and saves it: a moment after the last key, at each step, and before it is left. */
export function useRegistrationDraft(opened: SavedProfile): RegistrationDraft {
  const cache = useQueryClient();
  const { calls } = useRegistrationPlace();
  const [saved, setSaved] = useState(opened);
  const [values, setValues] = useState(() => fieldsOf(opened));
  const [ein, setEin] = useState<string>();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<RegistrationDraft["state"]>("saved");
  const current = useRef({ values, ein, saved, state });
  current.current = { values, ein, saved, state };
  const running = useRef<Promise<Unsaved | undefined>>(undefined);

  const send = useCallback(async (): Promise<Unsaved | undefined> => {
    const { values, ein, saved } = current.current;
    const problems: Record<string, string> = {};
    const body: Record<string, unknown> = { version: saved.version };
    for (const [field, value] of Object.entries(values)) {
      const wrong = problemsOf(field, value);
      Object.assign(problems, wrong);
      // What can't be saved yet stays in the form; everything else is kept.
      body[field] = Object.keys(wrong).length > 0 ? saved[field as DraftField] : value;
    }
    const isEinSent = ein !== undefined && ein !== "";
    const einProblems = isEinSent ? problemsOf("ein", ein) : {};
    const isEinValid = isEinSent && Object.keys(einProblems).length === 0;
    Object.assign(problems, einProblems);
    if (isEinValid) body.ein = ein;
    setState("saving");
    try {
      const { data } = await api(calls.saveDraft, { body: body as never });
      setSaved(data);
      current.current.saved = data;
      if (isEinValid) setEin((typed) => (typed === ein ? undefined : typed));
      const isUnchanged = current.current.values === values && (current.current.ein ?? "") === (ein ?? "");
      const field = Object.keys(ProfileDraft.shape).flatMap(
        (one) => Object.keys(problems).find((name) => name.split(".")[0] === one) ?? [],
      )[0];
      setState(!isUnchanged ? "changed" : field === undefined ? "saved" : "invalid");
      void cache.invalidateQueries({ queryKey: queryKeyOf(calls.overview).slice(0, 1) });
      setErrors(problems);
      return field === undefined ? undefined : { field };
    } catch (error) {
      const failure = error instanceof CallError ? error : undefined;
      const errors = { ...problems, ...failure?.fields };
      setErrors(errors);
      // Sent again unchanged, it would be refused again.
      setState(failure?.status === 409 ? "conflict" : failure?.status === 422 ? "invalid" : "failed");
      return { field: Object.keys(errors)[0] ?? "" };
    }
  }, [cache, calls]);

  /** One at a time: the second would have an old version. */
  const save = useCallback(async (): Promise<Unsaved | undefined> => {
    await running.current;
    const { state, saved } = current.current;
    // A first draft holds what was filled in for the owner.
    if (state === "saved" && saved.saved_at !== null) return undefined;
    if (state === "conflict") return { field: "" };
    running.current = send();
    return running.current;
  }, [send]);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saveSoon = useCallback(
    (milliseconds: number) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), milliseconds);
    },
    [save],
  );
  useEffect(() => {
    if (state === "failed") saveSoon(retryAfterMs);
    if (state === "changed") saveSoon(saveAfterMs);
  }, [state, saveSoon]);
  // What was typed just before the wizard is left is saved, too.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (current.current.state === "changed") void save();
    },
    [save],
  );
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden" && current.current.state === "changed") void save();
    };
    document.addEventListener("visibilitychange", onHide);
    return () => document.removeEventListener("visibilitychange", onHide);
  }, [save]);
  useUnsavedChanges(() => ["failed", "conflict", "invalid"].includes(current.current.state));

  return {
    values,
    ein,
    saved,
    errors,
    state,
    set(change) {
      setValues((before) => ({ ...before, ...change }));
      setErrors((before) => Object.keys(change).reduce(withoutField, before));
      setState((before) => (before === "conflict" ? before : "changed"));
      saveSoon(saveAfterMs);
    },
    setEin(typed) {
      setEin(typed);
      setErrors((before) => withoutField(before, "ein"));
      // An empty number changes nothing of what is saved.
      setState((before) => (before === "conflict" || (!typed && before === "saved") ? before : "changed"));
      if (typed || current.current.state !== "saved") saveSoon(saveAfterMs);
    },
    check(field) {
      const value = field === "ein" ? (current.current.ein ?? "") : current.current.values[field];
      setErrors((before) => ({ ...withoutField(before, field), ...problemsOf(field, value) }));
    },
    async isOutdated() {
      const { data } = await api(calls.overview, {});
      const isNewer = data.profile.version !== current.current.saved.version;
      if (isNewer) setState("conflict");
      return isNewer;
    },
    noteWebsite: (found) => setSaved((before) => ({ ...before, ...found })),
    save,
  };
}
