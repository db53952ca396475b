import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import type { Envelope } from "#core/envelope.ts";
import classes from "./toast.module.css";

type Kind = Envelope["status"];

const looks: Record<Kind, { color: string; icon: React.ReactNode }> = {
  success: { color: "green", icon: <IconCheck size={18} aria-hidden /> },
  error: { color: "red", icon: <IconX size={18} aria-hidden /> },
  warning: { color: "yellow", icon: <IconAlertTriangle size={18} aria-hidden /> },
  info: { color: "blue", icon: <IconInfoCircle size={18} aria-hidden /> },
};

let made = 0;

/** Shows a toast for 3 seconds; its bar runs down, and stands still while the pointer or the focus is on it. */
function show(kind: Kind, text: string): void {
  made += 1;
  const id = `toast-${made}`;
  const message = (
    <>
      <span className={classes.text}>{text}</span>
      {/* The bar's own animation is the clock: so what is seen and when it closes can't differ. */}
      <span className={classes.bar} aria-hidden onAnimationEnd={() => notifications.hide(id)} />
    </>
  );
  const { color, icon } = looks[kind];
  notifications.show({
    id,
    message,
    color,
    icon,
    autoClose: false,
    withBorder: true,
    className: classes.toast,
    closeButtonProps: { "aria-label": "Dismiss" },
    "data-kind": kind,
  });
}

export const toast = {
  success: (text: string) => show("success", text),
  error: (text: string) => show("error", text),
  warning: (text: string) => show("warning", text),
  info: (text: string) => show("info", text),
  /** With the kind that the server's envelope names. */
  of: show,
};
