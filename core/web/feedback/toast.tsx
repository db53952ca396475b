import { Notification, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";

import type { Envelope } from "#core/envelope.ts";
import { createObservable } from "#core/observable.ts";
import { useObservable } from "../useStore.ts";
import classes from "./toast.module.css";

type ToastKind = Envelope["status"];

interface Toast {
  id: number;
  kind: ToastKind;
  text: string;
  undo?: () => void;
}

const icons: Record<ToastKind, React.ReactNode> = {
  success: <IconCheck size={18} aria-hidden />,
  error: <IconX size={18} aria-hidden />,
  warning: <IconAlertTriangle size={18} aria-hidden />,
  info: <IconInfoCircle size={18} aria-hidden />,
};

/** The most toasts shown at once; others queue. */
const maxVisible = 4;

let toasts: readonly Toast[] = [];
const openToasts = createObservable(() => toasts);
let lastId = 0;

function set(next: readonly Toast[]): void {
  toasts = next;
  openToasts.notify();
}

/** What is said again replaces what is still shown of it, unless either can be undone. */
function show(kind: ToastKind, text: string, undo?: () => void): void {
  lastId += 1;
  const others = toasts.filter((one) => undo || one.undo || one.kind !== kind || one.text !== text);
  set([...others, { id: lastId, kind, text, ...(undo && { undo }) }]);
}

/** Shows a text at the top right for 3 seconds, longer while hovered or focused. */
export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  warning: (text: string) => show("warning", text),
  info: (text: string) => show("info", text),
  /** A success that can be undone, shown for 10 seconds. */
  undo: (text: string, undo: () => void) => show("success", text, undo),
  /** Takes its kind from the server's envelope. */
  show: (kind: ToastKind, text: string) => show(kind, text),
};

/** Renders the toasts; mounted once, at the root. */
export function Toasts() {
  const visible = useObservable(openToasts).slice(0, maxVisible);
  return (
    <div className={classes.toasts}>
      {visible.map(({ id, kind, text, undo }) => {
        const close = () => set(toasts.filter((toast) => toast.id !== id));
        return (
          <Notification
            key={id}
            icon={icons[kind]}
            className={classes.toast}
            data-kind={kind}
            closeButtonProps={{ "aria-label": "Dismiss" }}
            onClose={close}
          >
            <span className={classes.text}>{text}</span>
            {undo && (
              <UnstyledButton
                className={classes.undo}
                onClick={() => {
                  close();
                  undo();
                }}
              >
                Undo
              </UnstyledButton>
            )}
            {/* The bar's animation is the timer, so what it shows and when the toast closes can't differ. */}
            <span className={classes.bar} data-undo={undo ? true : undefined} aria-hidden onAnimationEnd={close} />
          </Notification>
        );
      })}
    </div>
  );
}
