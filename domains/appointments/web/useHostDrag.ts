import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { Appointment } from "../contract.ts";
import { droppedAt, localAt, type PlacedEntry } from "./hostColumns.ts";

type DragKind = "move" | "resize";

interface Dragged {
  readonly kind: DragKind;
  readonly placed: PlacedEntry;
  /** Whose column it is over, and whether it came from another. */
  readonly host: string;
  readonly isHostNew: boolean;
  /** Where it would be, in minutes after midnight. */
  readonly from: number;
  readonly to: number;
  /** Where it is in the window, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface DragOrigin {
  readonly kind: DragKind;
  readonly placed: PlacedEntry;
  readonly host: string;
  readonly x: number;
  readonly y: number;
  readonly rect: DOMRect;
  /** Where the column began in the window: scrolling moves it. */
  readonly columnTop: number;
  readonly minuteHeight: number;
}

interface DragOptions {
  grid: RefObject<HTMLElement | null>;
  day: string;
  first: number;
  last: number;
  onMove: (appointment: Appointment, starts: string, ends: string, host: string | undefined) => void;
}

/** Pointers that move less have clicked. */
const leastDrag = 4;
const shortest = 15;

/** Drags entries over the columns of hosts, and their lower edges to another end. Escape lets go. */
export function useHostDrag({ grid, day, first, last, onMove }: DragOptions) {
  const origin = useRef<DragOrigin>(undefined);
  const listeners = useRef<AbortController>(undefined);
  const wasDragged = useRef(false);
  const [dragged, setDragged] = useState<Dragged>();

  const begin = (event: ReactPointerEvent<HTMLElement>, kind: DragKind, placed: PlacedEntry, host: string) => {
    event.stopPropagation();
    wasDragged.current = false;
    if (event.button !== 0 || event.pointerType === "touch") return;
    const entry = event.currentTarget.closest("button") ?? event.currentTarget;
    const column = entry.closest<HTMLElement>("[data-host]")?.getBoundingClientRect();
    if (!column) return;
    const minuteHeight = column.height / ((last - first) * 60);
    const rect = entry.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    origin.current = { kind, placed, host, x, y, rect, columnTop: column.top, minuteHeight };
    // On the window, because a colleague's change may re-render the dragged entry.
    listeners.current?.abort();
    listeners.current = new AbortController();
    const { signal } = listeners.current;
    window.addEventListener("pointermove", drag, { signal });
    window.addEventListener("pointerup", drop, { signal });
    window.addEventListener("pointercancel", letGo, { signal });
  };

  const latest = useRef<Dragged>(undefined);
  const show = (next: Dragged | undefined) => {
    latest.current = next;
    setDragged(next);
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    const from = origin.current;
    if (!from || !grid.current) return;
    if (!wasDragged.current && Math.hypot(clientX - from.x, clientY - from.y) < leastDrag) return;
    wasDragged.current = true;
    show(draggedTo(from, { clientX, clientY }, grid.current));
  };
  const letGo = () => {
    listeners.current?.abort();
    origin.current = undefined;
    show(undefined);
  };
  const drop = () => {
    // The click that ends the drag comes right away, or never if the entry moved to another column.
    setTimeout(() => {
      wasDragged.current = false;
    });
    const [from, to] = [origin.current, latest.current];
    letGo();
    const { appointment } = from?.placed.entry ?? {};
    if (!from || !to || !appointment) return;
    if (!to.isHostNew && to.from === from.placed.from && to.to === from.placed.to) return;
    const length = to.kind === "resize" ? to.to - to.from : appointment.duration;
    onMove(appointment, localAt(day, to.from), localAt(day, to.from + length), to.isHostNew ? to.host : undefined);
  };

  const isDragging = dragged !== undefined;
  const latestLetGo = useRef(letGo);
  useEffect(() => {
    latestLetGo.current = letGo;
  });
  useEffect(() => {
    if (!isDragging) return;
    const letGoOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      latestLetGo.current();
    };
    window.addEventListener("keydown", letGoOnEscape, { capture: true });
    return () => window.removeEventListener("keydown", letGoOnEscape, { capture: true });
  }, [isDragging]);
  useEffect(() => () => listeners.current?.abort(), []);

  return {
    dragged,
    begin,
    /** True for the click that ends a drag. */
    wasDragged: () => wasDragged.current,
  };
}

export type HostDrag = ReturnType<typeof useHostDrag>;

/** Where an entry would be that is held at a point of the window. */
function draggedTo(
  origin: DragOrigin,
  { clientX, clientY }: { clientX: number; clientY: number },
  grid: HTMLElement,
): Dragged {
  const { kind, placed, host, x, y, rect, columnTop, minuteHeight } = origin;
  const columns = [...grid.querySelectorAll<HTMLElement>("[data-host]")].map((column) => ({
    host: column.dataset.host ?? "",
    rect: column.getBoundingClientRect(),
  }));
  const over = columns.find((column) => clientX >= column.rect.left && clientX < column.rect.right);
  const scrolled = (columns[0]?.rect.top ?? columnTop) - columnTop;
  const moved = (clientY - y - scrolled) / minuteHeight;
  const { width, height } = rect;
  const place = { kind, placed, left: rect.left + clientX - x, top: rect.top + clientY - y, width, height };
  if (kind === "resize") {
    const to = Math.max(placed.from + shortest, Math.round((placed.to + moved) / 15) * 15);
    return { ...place, host, isHostNew: false, from: placed.from, to: Math.min(to, 24 * 60) };
  }
  const length = placed.to - placed.from;
  const from = droppedAt(placed.from, moved, length);
  const target = over?.host ?? host;
  return { ...place, host: target, isHostNew: target !== host, from, to: from + length };
}
