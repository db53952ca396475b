import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import type { BodyInput, Call, CallDeclaration, ParamsInput } from "#core/call.ts";
import type { EnvelopeOf } from "#core/client.ts";
import type { FieldErrors } from "#core/failure.ts";
import { api } from "#core/web/call/api.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { newId } from "#core/web/newId.ts";
import { session } from "#core/web/session/session.ts";
import type { UnfinishedPart } from "#domains/templates/rules.ts";
import type { textCampaigns } from "../../../text/contract.ts";
import { recipientsIn } from "../public.ts";
import type { AudienceDraft } from "./audienceDraft.ts";
import { draftKeeper, type KeptDraft, keptKey, readKept } from "./keptDraft.ts";
import { firstUnfinished, shownStep, stepOf, type WizardPlan } from "./wizardPlan.ts";

/** What every channel's wizard collects. */
export interface WizardDraftBase extends AudienceDraft {
  title: string;
}

/** Which draft a call saves. */
export interface SavedAs {
  readonly id: number | undefined;
  readonly version: number | undefined;
  /** The id that makes a retry harmless. */
  readonly client_id: string;
}

/** A saved draft that the wizard goes on with. */
export interface ResumedDraft<Draft> {
  readonly draft: Draft;
  readonly version: number;
  readonly savedAt: string;
  /** False for one that was sent. */
  readonly isDraft: boolean;
}

/** A call that answers one campaign. */
export type SavedCall = Call<CallDeclaration & { readonly params: (typeof textCampaigns)["one"]["params"] }>;

/** What such a call takes. */
export const inputOf = <One extends SavedCall>(id: number) => ({ params: { id } as ParamsInput<One> });

/** What a channel's wizard saves, and with which calls. */
export interface WizardChannel<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall> {
  /** The address of the channel's list. */
  readonly home: `/${string}`;
  readonly plan: WizardPlan<Draft>;
  readonly add: Add;
  /** The calls that show what was saved. */
  readonly shownIn: readonly Call[];
  readonly bodyOf: (draft: Draft, saved: SavedAs, asDraft: boolean) => BodyInput<Add>;
  /** What of an unsaved draft is taken up after a reload. */
  readonly restored: (draft: Draft) => Draft;
  readonly one: One;
  /** What `one` answers. */
  readonly savedOf: (data: EnvelopeOf<One>["data"]) => ResumedDraft<Draft>;
}

export interface OpenedDraft<Draft> {
  readonly id: number | undefined;
  readonly version: number | undefined;
  /** When it was saved last. */
  readonly savedAt: string | undefined;
  readonly draft: Draft;
}

/** A client's id as the calls want it. */
function newClientId(): string {
  const id = newId();
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20)}`;
}

/** The draft at work: its step in the address, its errors, and how it is saved. Nothing typed is lost by a failure. */
export function useCampaignWizard<Draft extends WizardDraftBase, Add extends Call, One extends SavedCall>(
  { home, plan, add, shownIn, bodyOf, restored, one, savedOf }: WizardChannel<Draft, Add, One>,
  opened: OpenedDraft<Draft>,
): CampaignWizard<Draft> {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const found = useFoundDraft(opened.draft);
  const [draft, setDraft] = useState(() => {
    const begun = found ? restored(found.draft) : opened.draft;
    return opened.id === undefined ? { ...begun, ...recipientsIn(search) } : begun;
  });
  const [original, setOriginal] = useState(opened.draft);
  const [version, setVersion] = useState(found?.version ?? opened.version);
  const [savedAt, setSavedAt] = useState(opened.savedAt);
  const [isRestored, setRestored] = useState(found !== undefined);
  const [client_id] = useState(newClientId);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isConflict, setConflict] = useState(false);
  const [shownPart, setShownPart] = useState<UnfinishedPart>();
  const isDone = useRef(false);
  const step = shownStep(plan, search.get("step"), draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(original);
  const forgetKept = useKeepDraft({ draft, version }, isChanged);
  useUnsavedChanges(() => !isDone.current && isChanged, forgetKept);

  const go = (to: number) => {
    setErrors({});
    setShownPart(undefined);
    setSearch({ step: String(to) });
  };
  const show = (part: UnfinishedPart) => {
    setSearch({ step: String(stepOf(plan, part.field)) });
    setErrors({ [part.field]: part.text });
    setShownPart({ ...part });
  };
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors({});
  };

  const save = useSend(add, {
    invalidates: shownIn,
    onSuccess: () => {
      isDone.current = true;
      forgetKept();
      void navigate(home);
    },
    onFailure: ({ status, message, fields }) => {
      setConflict(status === 409 && message.startsWith("Someone else saved this draft"));
      const [field] = Object.keys(fields);
      const refused = plan.stepOfRefusal?.[message];
      if (refused !== undefined) setSearch({ step: String(refused) });
      if (field === undefined) return;
      setSearch({ step: String(stepOf(plan, field)) });
      setErrors(fields);
    },
  });
  const send = (asDraft: boolean, over = version) => {
    const first = asDraft ? (draft.title.trim() === "" ? 1 : undefined) : firstUnfinished(plan, draft);
    if (first !== undefined) {
      setSearch({ step: String(first) });
      setErrors(plan.errorsOf(draft, first));
      return;
    }
    const [part] = asDraft ? [] : plan.unfinishedIn(draft);
    if (part) return show(part);
    if (!save.isPending) save.mutate({ body: bodyOf(draft, { id: opened.id, version: over, client_id }, asDraft) });
  };
  const next = () => {
    const problems = plan.errorsOf(draft, step);
    if (Object.keys(problems).length > 0) return setErrors(problems);
    if (step === plan.steps.length) return send(false);
    go(step + 1);
  };

  const startFrom = (saved: Draft, its: number | undefined) => {
    setDraft(saved);
    setOriginal(saved);
    setVersion(its);
    setConflict(false);
    setRestored(false);
  };
  /** Forgets what was kept of the unsaved draft. */
  const startOver = () => {
    setErrors({});
    startFrom(opened.draft, opened.version);
  };
  const load = async () => savedOf((await api(one, inputOf<One>(opened.id ?? 0))).data);
  /** Shows what the other person saved. */
  const reload = async () => {
    const theirs = await load();
    startFrom(theirs.draft, theirs.version);
    setSavedAt(theirs.savedAt);
    for (const { name } of shownIn) await cache.invalidateQueries({ queryKey: [name] });
  };
  /** Saves this draft over theirs. */
  const keepMine = async () => {
    const saved = await load();
    setVersion(saved.version);
    setConflict(false);
    send(true, saved.version);
  };

  return {
    home,
    steps: plan.steps,
    /** The last step that can be gone to. */
    reachable: firstUnfinished(plan, draft) ?? plan.steps.length,
    savedAt,
    draft,
    change,
    step,
    go,
    next,
    errors,
    send,
    sending: save.isPending,
    /** What keeps the message from leaving, from the step after it on. */
    unfinished: step > stepOf(plan, "campaign_template") ? plan.unfinishedIn(draft) : [],
    show,
    shownPart: shownPart && stepOf(plan, shownPart.field) === step ? shownPart : undefined,
    isConflict,
    isRestored: isRestored && isChanged,
    startOver,
    reload,
    keepMine,
  };
}

/** What the wizard's steps and frame see of it. */
export interface CampaignWizard<Draft extends WizardDraftBase> {
  readonly home: string;
  readonly steps: readonly string[];
  readonly reachable: number;
  readonly savedAt: string | undefined;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly step: number;
  readonly go: (to: number) => void;
  readonly next: () => void;
  readonly errors: FieldErrors;
  readonly send: (asDraft: boolean) => void;
  readonly sending: boolean;
  readonly unfinished: readonly UnfinishedPart[];
  /** Goes to a part that is unfinished. */
  readonly show: (part: UnfinishedPart) => void;
  /** The part that the person is led to, once its step has come. */
  readonly shownPart: UnfinishedPart | undefined;
  readonly isConflict: boolean;
  /** True when it shows what was typed before a reload. */
  readonly isRestored: boolean;
  readonly startOver: () => void;
  readonly reload: () => Promise<void>;
  readonly keepMine: () => Promise<void>;
}

/** Milliseconds after the last change until it is kept. */
const delayMs = 300;

/** The unsaved draft that this browser kept for the user on this screen, if any; read once. */
function useFoundDraft<Draft extends object>(empty: Draft): KeptDraft<Draft> | undefined {
  const { pathname } = useLocation();
  const [found] = useState(() => readKept(localStorage, keyOf(pathname), empty));
  return found;
}

/**
 * Keeps what is typed over a reload, a crash of the screen and the end of a session, until it is saved or discarded.
 *
 * @returns forgets what was kept, for good: call it once the draft was saved or discarded.
 */
function useKeepDraft<Draft>(current: KeptDraft<Draft>, isChanged: boolean): () => void {
  const { pathname } = useLocation();
  const [keeper] = useState(() => draftKeeper(localStorage, keyOf(pathname)));
  const json = isChanged ? JSON.stringify(current) : undefined;
  const newest = useRef(json);
  useEffect(() => {
    newest.current = json;
    const timer = setTimeout(() => keeper.keep(json), delayMs);
    return () => clearTimeout(timer);
  }, [keeper, json]);
  useEffect(() => {
    const keepNewest = () => keeper.keep(newest.current);
    window.addEventListener("pagehide", keepNewest);
    return () => {
      window.removeEventListener("pagehide", keepNewest);
      // Signing out on purpose clears what was typed, so that the next user of this browser finds nothing of it.
      if (session.current() || session.endedByItself()) keepNewest();
    };
  }, [keeper]);
  return keeper.forget;
}

const keyOf = (pathname: string) => keptKey(session.current()?.user_id ?? 0, pathname);
