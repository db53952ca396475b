import { useEffect, useRef } from "react";
import { areShortcutsOn, controlOf, handlesKeys, hasDialog } from "#core/web/singleKeys.ts";

/** The keys that press the control which names them in `aria-keyshortcuts`. */
const pressing = new Set([..."rntaecl/", ..."123456789"]);

/** It closes with Escape itself. */
const openMenu = '[aria-haspopup="menu"][aria-expanded="true"]';

/** Single keys of a customer's page: they press controls, and move between the timeline's entries. */
export function useCustomerKeys(onEscape: () => void): void {
  const leave = useRef(onEscape);
  leave.current = onEscape;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || !areShortcutsOn()) return;
      if (handlesKeys(target) || hasDialog() || document.querySelector(openMenu)) return;
      const act = actionOf(key.toLowerCase(), target instanceof HTMLElement ? target : undefined);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const actionOf = (key: string, target: HTMLElement | undefined): (() => void) | undefined => {
      if (key === "escape") return () => leave.current();
      if (key === "j") return () => moveFocus(target, 1);
      if (key === "k") return () => moveFocus(target, -1);
      if (key === " ") {
        const play = target?.matches("[data-entry]") ? target.querySelector<HTMLElement>("[data-play]") : null;
        return play ? () => play.click() : undefined;
      }
      const control = pressing.has(key) ? controlOf(key) : undefined;
      if (!control) return undefined;
      return () => {
        control.focus();
        // A field takes the focus, and the current stage shows where the others are.
        if (!(control instanceof HTMLTextAreaElement) && control.ariaCurrent !== "step") control.click();
      };
    };
    // Before the shell hears of them, which opens Next with N.
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}

function moveFocus(target: HTMLElement | undefined, step: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>("main [data-entry]")];
  const current = target?.closest<HTMLElement>("[data-entry]");
  const next = current ? entries[entries.indexOf(current) + step] : entries[0];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
