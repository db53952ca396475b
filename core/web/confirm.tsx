import { lazy, Suspense, useSyncExternalStore } from "react";

export interface Question {
  title: string;
  text: React.ReactNode;
  /** The button that does it: "Delete". */
  action: string;
  /** Marks what can't be undone. */
  danger?: boolean;
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

const listeners = new Set<() => void>();
let asked: Asked | undefined;

function set(next: Asked | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks before something is done: `if (await confirm({ title, text, action: "Delete", danger: true })) …` */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(undefined);
      resolve(yes);
    };
    set({ ...question, answer });
  });
}

const ConfirmDialog = lazy(async () => ({ default: (await import("./ConfirmDialog.tsx")).ConfirmDialog }));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => asked;

/** Where the questions appear: once, at the root. */
export function Confirmations() {
  const question = useSyncExternalStore(subscribe, current, current);
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onAnswer={question.answer} />
    </Suspense>
  );
}
