import { useCallback, useState } from "react";
import type { Call } from "#core/call.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { newId } from "#core/web/newId.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { fromDateTimeField } from "#core/web/time/wallTime.ts";
import { type CalledOutcome, outreach } from "../contract.ts";
import { emailTexts, callTexts as texts } from "./texts.ts";

/* What is being written to whom, while one looks at something else. */
const drafts = new Map<string, unknown>();

/** A draft that outlives its field. It counts as new once it is emptied. */
function useKeptDraft<D extends object>(kind: string, customer_id: number, empty: D) {
  const key = `${kind}-${customer_id}`;
  const [, redraw] = useState(0);
  const draft = (drafts.get(key) as D | undefined) ?? empty;
  const set = useCallback(
    (next: D | undefined) => {
      if (next) drafts.set(key, next);
      else drafts.delete(key);
      redraw((count) => count + 1);
    },
    [key],
  );
  return { draft, set };
}

interface OutreachOptions {
  /** Calls to ask again. */
  readonly invalidates?: readonly Call[];
  readonly onSuccess?: () => void;
}

const emptyEmail = { subject: "", message: "", client_id: "" };

/** Writes an email to a customer. The same words sent again after a lost answer are one email. */
export function useEmailWriter(customer_id: number, { invalidates = [], onSuccess }: OutreachOptions = {}) {
  const { draft, set } = useKeptDraft("email", customer_id, emptyEmail);
  const { subject, message } = draft;
  const send = useSend(outreach.sendEmail, {
    quiet: "success",
    invalidates,
    onSuccess: () => {
      set(undefined);
      toast.success(emailTexts.sent);
      onSuccess?.();
    },
  });
  const canSend = subject.trim() !== "" && message.trim() !== "" && !send.isPending;
  return {
    subject,
    message,
    isEmpty: subject === "" && message === "",
    change: (part: Partial<Pick<typeof emptyEmail, "subject" | "message">>) =>
      set({ ...draft, ...part, client_id: newId() }),
    canSend,
    isSending: send.isPending,
    fields: send.error?.fields ?? {},
    send: () => canSend && send.mutate({ params: { customer_id }, body: draft }),
  };
}

const emptyCall = { outcome: "" as CalledOutcome | "", minutes: "", note: "", at: "", client_id: "" };
type LoggedCallDraft = typeof emptyCall;

/** Logs a call with a customer. The same call logged again after a lost answer is one. */
export function useCallLogger(customer_id: number, { invalidates = [], onSuccess }: OutreachOptions = {}) {
  const zone = useTimeZone();
  const { draft, set } = useKeptDraft("call", customer_id, emptyCall);
  const takeBack = useSend(outreach.removeCall, { invalidates, quiet: "success" });
  const log = useSend(outreach.logCall, {
    quiet: "success",
    invalidates,
    onSuccess: ({ data: { id } }) => {
      set(undefined);
      toast.undo(texts.logged, () => takeBack.mutate({ params: { id } }));
      onSuccess?.();
    },
  });
  const bodyOf = ({ outcome, at, ...rest }: LoggedCallDraft) => {
    const instant = at === "" ? "" : fromDateTimeField(at, zone)?.toISOString();
    return outcome === "" || instant === undefined ? undefined : { ...rest, outcome, at: instant };
  };
  const canLog = bodyOf(draft) !== undefined && !log.isPending;
  return {
    draft,
    isEmpty: draft.outcome === "" && draft.note === "" && draft.minutes === "" && draft.at === "",
    change: (part: Partial<Omit<LoggedCallDraft, "client_id">>) => set({ ...draft, ...part, client_id: newId() }),
    canLog,
    isLogging: log.isPending,
    fields: log.error?.fields ?? {},
    /** Logs what was entered, with this outcome if one is given. */
    log: (outcome?: CalledOutcome) => {
      const client_id = draft.client_id || newId();
      const body = bodyOf({ ...draft, client_id, ...(outcome && { outcome }) });
      if (body && !log.isPending) log.mutate({ params: { customer_id }, body });
    },
  };
}
