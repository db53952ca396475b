import { Notification } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";

import type { Envelope } from "#core/envelope.ts";
import classes from "./toast.module.css";
import { useStore } from "./useStore.ts";

type Kind = Envelope["status"];

interface Toast {
  id: number;
  kind: Kind;
  text: string;
}

const looks: Record<Kind, { color: string; icon: React.ReactNode }> = {
  success: { color: "green", icon: <IconCheck size={18} aria-hidden /> },
  error: { color: "red", icon: <IconX size={18} aria-hidden /> },
  warning: { color: "yellow", icon: <IconAlertTriangle size={18} aria-hidden /> },
  info: { color: "blue", icon: <IconInfoCircle size={18} aria-hidden /> },
};

/** So many at once; the others come when there is room. */
const atOnce = 4;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let made = 0;

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(kind: Kind, text: string): void {
  made += 1;
  set([...toasts, { id: made, kind, text }]);
}

/** Shows a text at the top right for 3 seconds; it stays while the pointer or the focus is on it. */
export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  warning: (text: string) => show("warning", text),
  info: (text: string) => show("info", text),
  /** With the kind that the server's envelope names. */
  of: show,
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => toasts;

/** Where the toasts appear: once, at the root. */
export function Toasts() {
  const shown = useStore(subscribe, current).slice(0, atOnce);
  return (
    <div className={classes.toasts}>
      {shown.map(({ id, kind, text }) => {
        const close = () => set(toasts.filter((toast) => toast.id !== id));
        return (
          <Notification
            key={id}
            {...looks[kind]}
            withBorder
            className={classes.toast}
            closeButtonProps={{ "aria-label": "Dismiss" }}
            onClose={close}
          >
            <span className={classes.text}>{text}</span>
            {/* The bar's own animation is the clock: what is seen and when it closes can't differ. */}
            <span className={classes.bar} aria-hidden onAnimationEnd={close} />
          </Notification>
        );
      })}
    </div>
  );
}
