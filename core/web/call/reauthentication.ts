import { CallError } from "#core/client.ts";
import { createObservable } from "#core/observable.ts";

/** Somebody is asked for their password before a change goes on; `answer` says whether it was right. */
interface PendingReauthentication {
  readonly answer: (isConfirmed: boolean) => void;
}

let pending: PendingReauthentication | undefined;
export const pendingReauthentication = createObservable(() => pending);

let asked: Promise<boolean> | undefined;

/** Asks for the password again. Changes that wait for it at once share the question; false when it was canceled. */
export function reauthenticate(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      asked = undefined;
      pending = undefined;
      pendingReauthentication.notify();
      resolve(isConfirmed);
    };
    pending = { answer };
    pendingReauthentication.notify();
  });
  return asked;
}

/** True when the server wants the password again before it makes this change. */
export function needsReauthentication(failure: unknown): boolean {
  if (!(failure instanceof CallError) || failure.status !== 403) return false;
  return (failure.data as { reauthenticate?: boolean } | null)?.reauthenticate === true;
}
