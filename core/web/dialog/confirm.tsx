import { Suspense } from "react";
import { createObservable } from "#core/observable.ts";
import { lazyNamed } from "../loading/lazyNamed.ts";
import { useObservable } from "../useStore.ts";
import type { ConfirmOptions } from "./confirmOptions.ts";

export type { ConfirmOptions } from "./confirmOptions.ts";

interface PendingConfirmation extends ConfirmOptions {
  answer: (yes: boolean) => void;
}

let pending: PendingConfirmation | undefined;
const pendingConfirmation = createObservable(() => pending);

function set(next: PendingConfirmation | undefined): void {
  pending = next;
  pendingConfirmation.notify();
}

const loadDialog = () => import("./ConfirmDialog.tsx");
const ConfirmDialog = lazyNamed(loadDialog, "ConfirmDialog");

/** Asks before an action: `if (await confirm({ title, text, action: "Delete", danger: true })) …` */
export async function confirm(question: ConfirmOptions): Promise<boolean> {
  const isLoaded = await loadDialog().then(
    () => true,
    () => false,
  );
  // Offline the dialog can't be loaded: fall back to the browser's own.
  if (!isLoaded) return window.confirm(`${question.title}\n\n${question.text}`);
  pending?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined);
      resolve(yes);
    };
    set({ ...question, answer });
  });
}

/** Renders the pending question; mounted once, at the root. */
export function Confirmations() {
  const question = useObservable(pendingConfirmation);
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onAnswer={question.answer} />
    </Suspense>
  );
}
