import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { FieldErrors } from "#core/failure.ts";
import { api } from "#core/web/call/api.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { newId } from "#core/web/newId.ts";
import { textCampaigns } from "../../text/contract.ts";
import {
  bodyOf,
  draftOf,
  firstUnfinished,
  lastStep,
  shownStep,
  stepErrors,
  stepOf,
  type WizardDraft,
} from "./wizardDraft.ts";

/** The id that makes a retry harmless, as the call wants it. */
function newClientId(): string {
  const id = newId();
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`;
}

interface Opened {
  readonly id: number | undefined;
  readonly version: number | undefined;
  readonly draft: WizardDraft;
}

/** The draft at work: its step in the address, its errors, and how it is saved. Nothing typed is lost by a failure. */
export function useWizard(opened: Opened) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState(opened.draft);
  const [original, setOriginal] = useState(opened.draft);
  const [version, setVersion] = useState(opened.version);
  const [client_id] = useState(newClientId);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isConflict, setConflict] = useState(false);
  const isDone = useRef(false);
  const step = shownStep(search.get("step"), draft);
  useUnsavedChanges(() => !isDone.current && JSON.stringify(draft) !== JSON.stringify(original));

  const go = (to: number) => {
    setErrors({});
    setSearch({ step: String(to) });
  };
  const change = (part: Partial<WizardDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors({});
  };

  const save = useSend(textCampaigns.add, {
    invalidates: [textCampaigns.table, textCampaigns.one],
    onSuccess: () => {
      isDone.current = true;
      void navigate("/text-campaign");
    },
    onFailure: ({ status, message, fields }) => {
      setConflict(status === 409 && message.startsWith("Someone else saved this draft"));
      const [field] = Object.keys(fields);
      if (field === undefined) return;
      setSearch({ step: String(stepOf(field)) });
      setErrors(fields);
    },
  });
  const send = (asDraft: boolean, over = version) => {
    const first = asDraft ? (draft.title.trim() === "" ? 1 : undefined) : firstUnfinished(draft);
    if (first !== undefined) {
      setSearch({ step: String(first) });
      setErrors(stepErrors(draft, first));
      return;
    }
    if (!save.isPending) save.mutate({ body: bodyOf(draft, { id: opened.id, version: over, client_id }, asDraft) });
  };
  const next = () => {
    const problems = stepErrors(draft, step);
    if (Object.keys(problems).length > 0) return setErrors(problems);
    if (step === lastStep) return send(false);
    go(step + 1);
  };

  const newest = async () => {
    const { data } = await api(textCampaigns.one, { params: { id: opened.id ?? 0 } });
    return data.campaignData;
  };
  /** Shows what the other person saved. */
  const reload = async () => {
    const saved = await newest();
    const theirs = draftOf(saved);
    setDraft(theirs);
    setOriginal(theirs);
    setVersion(saved.version);
    setConflict(false);
    await cache.invalidateQueries({ queryKey: [textCampaigns.one.name] });
  };
  /** Saves this draft over theirs. */
  const keepMine = async () => {
    const saved = await newest();
    setVersion(saved.version);
    setConflict(false);
    send(true, saved.version);
  };

  return { draft, change, step, go, next, errors, send, sending: save.isPending, isConflict, reload, keepMine };
}

export type Wizard = ReturnType<typeof useWizard>;
