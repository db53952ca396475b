import { ActionIcon, Modal } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { areShortcutsOn, controlOf, handlesKeys, hasDialog } from "#core/web/singleKeys.ts";
import { keyOf } from "../rules.ts";
import { createKeyReader, type FieldFocus } from "./keys.ts";
import classes from "./NextScreen.module.css";
import { keyTexts } from "./texts.ts";
import type { EntryActions, NextQueue } from "./useNextQueue.ts";

/** Milliseconds: who wrote in a field until just now goes on writing, for the field that comes. */
const typedAhead = 1_500;

interface Props {
  queue: NextQueue;
  actions: EntryActions;
  focus: FieldFocus;
}

/** Single keys act on the open entry; the buttons say which is whose. */
export function NextKeys({ queue, actions, focus }: Props) {
  const [isListed, setListed] = useState(false);
  const current = useRef({ queue, actions });
  current.current = { queue, actions };
  useFollowing(queue, focus);
  const typedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const reader = createKeyReader();
    const onKeyDown = (event: KeyboardEvent) => {
      const { queue, actions } = current.current;
      const isEscape = event.key === "Escape";
      const hasField = queue.open && queue.open.chat_id !== null && !queue.open.is_opted_out;
      const isAhead = hasField && event.timeStamp - typedAt.current < typedAhead;
      if (event.target instanceof HTMLTextAreaElement || isAhead)
        typedAt.current = isEscape ? Number.NEGATIVE_INFINITY : event.timeStamp;
      const isTyped = handlesKeys(event.target) || isAhead;
      if (isEscape || !isTyped) focus.onKey();
      else if (event.key === "Enter") focus.onFollow();
      if (isTyped) return reader.onTyped(event);
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier || event.defaultPrevented || event.repeat) return;
      if (!areShortcutsOn() || hasDialog()) return;
      const key = reader.shortcutOf(event);
      if (key === undefined) return;
      const moves: Record<string, () => unknown> = {
        j: () => queue.step(1),
        arrowdown: () => queue.step(1),
        k: () => queue.step(-1),
        arrowup: () => queue.step(-1),
        r: () => document.querySelector<HTMLElement>('textarea[aria-label="Message"]:enabled')?.focus(),
        z: actions.undo,
        "?": () => setListed(true),
      };
      const control = /^([a-z1-3]|Shift\+[A-Z])$/.test(key) ? controlOf(key) : undefined;
      const act = moves[key] ?? (control && (() => control.click()));
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [focus]);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={classes.keys}
        aria-label={keyTexts.title}
        title={`${keyTexts.title} (?)`}
        onClick={() => setListed(true)}
      >
        <IconKeyboard size={20} aria-hidden />
      </ActionIcon>
      <Modal opened={isListed} onClose={() => setListed(false)} title={keyTexts.title}>
        <dl className={classes.keyList}>
          {keyTexts.list.map(({ key, label }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </dl>
      </Modal>
    </>
  );
}

/** Tells `focus` which entries are opened by a click. */
function useFollowing({ open }: NextQueue, focus: FieldFocus): void {
  useEffect(() => {
    // Shortcuts click, too, but aren't trusted.
    const onClick = (event: MouseEvent) => event.isTrusted && focus.onFollow();
    document.addEventListener("click", onClick, { capture: true });
    return () => document.removeEventListener("click", onClick, { capture: true });
  }, [focus]);
  const openKey = open && keyOf(open);
  // Before the fields' own effects, which ask.
  useLayoutEffect(() => {
    if (openKey !== undefined) focus.onEntry();
  }, [openKey, focus]);
}
