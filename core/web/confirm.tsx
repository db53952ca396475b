import { Suspense } from "react";
import { part } from "./part.ts";
import { useStore } from "./useStore.ts";

export interface Question {
  title: string;
  text: string;
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

const module = () => import("./ConfirmDialog.tsx");
const ConfirmDialog = part(module, "ConfirmDialog");

/** Asks before something is done: `if (await confirm({ title, text, action: "Delete", danger: true })) …` */
export async function confirm(question: Question): Promise<boolean> {
  const isThere = await module().then(
    () => true,
    () => false,
  );
  // Without a line the dialog can't be fetched: the browser's own one asks as well.
  if (!isThere) return window.confirm(`${question.title}\n\n${question.text}`);
  asked?.answer(false);
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

const current = () => asked;

/** Where the questions appear: once, at the root. */
export function Confirmations() {
  const question = useStore(subscribe, current);
  if (!question) return null;
  return (
    <Suspense>
      <ConfirmDialog question={question} onAnswer={question.answer} />
    </Suspense>
  );
}
