import type { KeyboardEvent } from "react";

const steps: Record<string, readonly [column: number, slot: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Arrow keys go from one place that can be clicked to the next. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key];
  const at = event.currentTarget.dataset.slot?.split(" ").map(Number);
  if (!step || !at) return;
  const [column = 0, slot = 0] = at;
  const next = `[data-slot="${column + step[0]} ${slot + step[1]}"]`;
  const place = event.currentTarget.closest("[data-grid]")?.querySelector<HTMLElement>(next);
  if (!place) return;
  event.preventDefault();
  place.focus();
}
