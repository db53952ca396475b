import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { TableEnvelope } from "#core/envelope.ts";
import { areShortcutsOn, hasDialog } from "#core/web/singleKeys.ts";
import { type Lead, leads } from "../contract.ts";
import type { LeadLayout } from "./useLeadsLayout.ts";

interface LeadKeys {
  layout: LeadLayout;
  choose: (layout: LeadLayout) => void;
  open: (lead: Lead) => void;
  assign: (lead: Lead) => void;
  move: (lead: Lead) => void;
  text: (lead: Lead) => void;
}

const rowSelector = "main tbody tr[data-row]";
const field = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]';

/** Single keys act on the focused row or card; in fields and under dialogs they do nothing. */
export function useLeadKeys(keys: LeadKeys): void {
  const cache = useQueryClient();
  const current = useRef(keys);
  current.current = keys;
  const lastSelected = useRef<HTMLElement>(undefined);
  useEffect(() => {
    const findLead = (id: string | undefined): Lead | undefined => {
      const answers = [leads.table.name, "leadBoard.columns", "leadBoard.cards"].flatMap((name) =>
        cache.getQueriesData<unknown>({ queryKey: [name] }).map(([, data]) => leadsIn(data)),
      );
      return answers.flat().find((lead) => String(lead.id) === id);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (!(target instanceof HTMLElement) || target.closest(field)) return;
      if (hasDialog() || !areShortcutsOn()) return;
      const act = actionOf(key, event.shiftKey, target);
      if (!act) return;
      event.preventDefault();
      act();
    };
    const actionOf = (key: string, isShifted: boolean, target: HTMLElement): (() => void) | undefined => {
      const { choose, open, assign, move, text } = current.current;
      if (key === "1") return () => choose("list");
      if (key === "2") return () => choose("board");
      if (key === "/") return () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus();
      const letter = key.toLowerCase();
      if (letter === "f") return () => document.querySelector<HTMLElement>("main select")?.focus();
      const row = target.closest<HTMLElement>(rowSelector);
      const isList = current.current.layout === "list";
      if (isList && (letter === "j" || key === "ArrowDown")) return () => focusRow(row, 1);
      if (isList && (letter === "k" || key === "ArrowUp")) return () => focusRow(row, -1);
      if (row && letter === "x") return () => select(row, isShifted);
      const lead = findLead(row?.dataset.row ?? target.closest<HTMLElement>("[data-lead]")?.dataset.lead);
      if (!lead) return undefined;
      const isOnRow = target.matches('input[type="checkbox"]');
      if (key === "Enter") return isOnRow ? () => open(lead) : undefined;
      const act = { a: assign, s: move, m: text }[letter];
      return act && (() => act(lead));
    };
    const select = (row: HTMLElement, isRange: boolean) => {
      const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
      const from = isRange && lastSelected.current ? rows.indexOf(lastSelected.current) : -1;
      const to = rows.indexOf(row);
      const range = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      const boxes = range.flatMap((one) => one.querySelector<HTMLInputElement>('input[type="checkbox"]') ?? []);
      // Each click renders before the next, which adds to what it selected.
      const [first, ...others] = boxes.filter((box) => from < 0 || !box.checked);
      first?.click();
      for (const box of others) setTimeout(() => box.click());
      lastSelected.current = row;
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [cache]);
}

function focusRow(row: HTMLElement | null, step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
  const next = row ? rows[rows.indexOf(row) + step] : rows[0];
  next?.querySelector<HTMLElement>('input[type="checkbox"], a, button')?.focus();
}

/** The leads in a cached answer: of the table, the board, or further cards. */
function leadsIn(data: unknown): readonly Lead[] {
  if (typeof data !== "object" || data === null) return [];
  if ("pages" in data) return (data.pages as { leads: Lead[] }[]).flatMap((page) => page.leads);
  const { data: answer } = data as TableEnvelope<Lead> | { data: { columns: { leads: Lead[] }[] } };
  if (Array.isArray(answer)) return answer;
  return "columns" in answer ? answer.columns.flatMap((column) => column.leads) : [];
}
