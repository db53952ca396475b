import type { CSSProperties, ReactNode } from "react";
import classes from "./HostEntry.module.css";
import type { HostDrag } from "./useHostDrag.ts";

/** The entry that is dragged, under the pointer. */
export function DraggedEntry({
  dragged,
  children,
}: {
  dragged: NonNullable<HostDrag["dragged"]>;
  children: ReactNode;
}) {
  const { kind, left, top, width, height, placed } = dragged;
  if (kind === "resize") return null;
  const { type, status } = placed.entry.appointment ?? {};
  return (
    <div
      className={classes.ghost}
      style={{ left, top, width, height } as CSSProperties}
      data-type={type}
      data-status={status}
      aria-hidden
    >
      {children}
    </div>
  );
}
