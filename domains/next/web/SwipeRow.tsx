import { UnstyledButton } from "@mantine/core";
import { IconCheck, IconZzz } from "@tabler/icons-react";
import {
  type CSSProperties,
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { gestureOf, isLongSwipe, swipe, swipeEnd } from "../rules.ts";
import classes from "./SwipeRow.module.css";
import { entryTexts as texts } from "./texts.ts";

interface Props {
  name: string;
  isCard: boolean;
  /** The choices of a time; none for those who can't snooze. */
  snoozes: readonly MenuOption[];
  /** Undefined for those who can't close entries. */
  onDone: (() => void) | undefined;
  /** What a swipe to the right does. */
  answer: { readonly label: string; readonly icon: Icon; readonly run: () => void };
  children: ReactNode;
}

interface Grip {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Where the row was when it was touched. */
  readonly start: number;
  isSwipe: boolean;
}

/** A row that a finger swipes: to the left Snooze and Done, to the right the answer. */
export function SwipeRow({ name, isCard, snoozes, onDone, answer, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number>();
  const row = useRef<HTMLDivElement>(null);
  const grip = useRef<Grip>(undefined);
  const swallowsClick = useRef(false);
  const width = () => row.current?.clientWidth ?? 0;
  const offset = moved ?? (isOpen ? -swipe.actions : 0);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPointerDown = ({ target }: globalThis.PointerEvent) => {
      const isOwn = target instanceof Element && (row.current?.contains(target) || target.closest("[role='menu']"));
      if (!isOwn) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [isOpen]);

  const offsetAt = (x: number, { x: from, start }: Grip) => {
    const to = start + x - from;
    const isPossible = to > 0 ? start === 0 : onDone !== undefined || snoozes.length > 0;
    return isPossible ? Math.max(-width(), Math.min(width(), to)) : 0;
  };
  const onPointerDown = (event: PointerEvent) => {
    swallowsClick.current = false;
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    if (event.target instanceof Element && event.target.closest("[data-swiped]")) return;
    grip.current = { id: event.pointerId, x: event.clientX, y: event.clientY, start: offset, isSwipe: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const held = grip.current;
    if (held?.id !== event.pointerId) return;
    if (!held.isSwipe) {
      const gesture = gestureOf(held, { x: event.clientX, y: event.clientY }, window.innerWidth);
      if (gesture === "other") grip.current = undefined;
      if (gesture !== "swipe") return;
      held.isSwipe = true;
      row.current?.setPointerCapture(event.pointerId);
    }
    setMoved(offsetAt(event.clientX, held));
  };
  const onPointerUp = (event: PointerEvent) => {
    const held = grip.current;
    grip.current = undefined;
    if (held?.id !== event.pointerId) return;
    swallowsClick.current = held.isSwipe || isOpen;
    setMoved(undefined);
    if (!held.isSwipe) return setOpen(false);
    const end = swipeEnd(offsetAt(event.clientX, held), width());
    setOpen(end === "open" || (end === "done" && !onDone));
    if (end === "done") onDone?.();
    if (end === "reply") answer.run();
  };
  const onPointerCancel = () => {
    grip.current = undefined;
    setMoved(undefined);
  };
  // The click that ends a swipe, or closes an open row, opens nothing.
  const onClickCapture = (event: MouseEvent) => {
    if (!swallowsClick.current) return;
    swallowsClick.current = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const onDragStart = (event: DragEvent) => event.preventDefault();
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture, onDragStart };
  const Answer = answer.icon;
  return (
    <div
      ref={row}
      role="presentation"
      className={classes.swipe}
      data-card={isCard || undefined}
      data-moving={moved !== undefined || undefined}
      data-open={(isOpen && moved === undefined) || undefined}
      style={{ "--offset": `${offset}px`, "--actions": `${swipe.actions}px` } as CSSProperties}
      {...handlers}
    >
      {offset > 0 && (
        <div className={classes.answer} data-acts={offset >= swipe.replies || undefined} aria-hidden>
          <Answer size={20} aria-hidden />
          {answer.label}
        </div>
      )}
      <div className={classes.front}>{children}</div>
      {offset < 0 && (
        <div className={classes.actions} data-long={isLongSwipe(offset, width()) || undefined} data-swiped>
          <DropMenu
            width={230}
            items={snoozes}
            trigger={
              <UnstyledButton className={classes.snooze} aria-label={`${texts.snooze}: ${name}`}>
                <IconZzz size={20} aria-hidden />
                {texts.snooze}
              </UnstyledButton>
            }
          />
          {onDone && (
            <UnstyledButton className={classes.done} aria-label={`${texts.done}: ${name}`} onClick={onDone}>
              <IconCheck size={20} aria-hidden />
              {texts.done}
            </UnstyledButton>
          )}
        </div>
      )}
    </div>
  );
}
