import { Suspense } from "react";
import { part } from "./part.ts";
import type { Question } from "./question.ts";
import { useStore } from "./useStore.ts";

export type { Question } from "./question.ts";

interface PendingConfirmation extends Question {
  answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let pending: PendingConfirmation | undefined;

function set(next: PendingConfirmation | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

const loadDialog = () => import("./ConfirmDialog.tsx");
const ConfirmDialog = part(loadDialog, "ConfirmDialog");

/** Asks before an action: `if (await confirm({ title, text, action: "Delete", danger: true })) …` */
export async function confirm(question: Question): Promise<boolean> {
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => pending;

/** Renders the pending question; mounted once, at the root. */
export function Confirmations() {
  const question = useStore(subscribe, current);
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onAnswer={question.answer} />
    </Suspense>
  );
}
