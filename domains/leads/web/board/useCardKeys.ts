import { type KeyboardEvent, type RefObject, useState } from "react";
import type { BoardOrder } from "#domains/leads/board/contract.ts";
import type { Lead, LeadStage } from "#domains/leads/contract.ts";
import { nameOfLead } from "../Cells.tsx";
import { placeIn, type StageCards } from "./boardPlaces.ts";
import { boardTexts as texts } from "./texts.ts";

/** A card that keys have lifted, and the stage that it is over. */
export interface LiftedCard {
  readonly lead: Lead;
  readonly over: number;
}

interface CardKeys {
  stages: readonly LeadStage[];
  shown: RefObject<Map<number, StageCards>>;
  order: BoardOrder;
  canMove: boolean;
  onOpen: (lead: Lead) => void;
  onMove: (lead: Lead, to: LeadStage) => void;
}

const cardSelector = "[data-lead]";
const cardsOf = (column: Element) => [...column.querySelectorAll<HTMLElement>(cardSelector)];

/** Focuses the card above, below or in the next column that has one. */
function focusBeside(card: HTMLElement, key: string): void {
  const column = card.closest("[data-column]");
  if (!column) return;
  const cards = cardsOf(column);
  const place = cards.indexOf(card);
  if (key === "ArrowUp" || key === "ArrowDown") {
    const next = cards[place + (key === "ArrowUp" ? -1 : 1)];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
    return;
  }
  const columns = [...document.querySelectorAll("[data-column]")];
  const step = key === "ArrowLeft" ? -1 : 1;
  for (let at = columns.indexOf(column) + step; at >= 0 && at < columns.length; at += step) {
    const beside = columns.slice(at, at + 1).flatMap(cardsOf);
    const next = beside[Math.min(place, beside.length - 1)];
    if (!next) continue;
    next.focus();
    return;
  }
}

/** Arrows go from card to card; Space lifts one, arrows carry it to another stage, Space drops it, Escape puts it back. */
export function useCardKeys({ stages, shown, order, canMove, onOpen, onMove }: CardKeys) {
  const [lifted, setLifted] = useState<LiftedCard>();
  const [said, say] = useState("");
  const stageOf = (id: number) => stages.find((stage) => stage.id === id);

  const carry = (step: number) => {
    if (!lifted) return;
    const at = stages.findIndex(({ id }) => id === lifted.over);
    const stage = stages[Math.min(stages.length - 1, Math.max(0, at + step))];
    if (!stage || stage.id === lifted.over) return;
    setLifted({ ...lifted, over: stage.id });
    document.querySelector(`[data-column="${stage.id}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const column = shown.current.get(stage.id);
    const isHome = stage.id === lifted.lead.stage_id;
    const others = column?.leads.filter(({ id }) => id !== lifted.lead.id) ?? [];
    const place = stage.kind === "open" ? placeIn(others, lifted.lead, order) : 0;
    say(texts.at(nameOfLead(lifted.lead), stage.name, place + 1, (column?.count ?? 0) + (isHome ? 0 : 1)));
  };
  const putBack = () => {
    if (!lifted) return;
    say(texts.putBack(nameOfLead(lifted.lead), lifted.lead.stage));
    setLifted(undefined);
  };
  const drop = () => {
    const to = lifted && stageOf(lifted.over);
    if (!lifted || !to || to.id === lifted.lead.stage_id) return putBack();
    say(texts.dropped(nameOfLead(lifted.lead), to.name));
    setLifted(undefined);
    onMove(lifted.lead, to);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches(cardSelector)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const lead = [...shown.current.values()]
      .flatMap(({ leads }) => leads)
      .find(({ id }) => String(id) === target.dataset.lead);
    if (!lead) return;
    const act = actionOf(key, lead, target);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const actionOf = (key: string, lead: Lead, card: HTMLElement): (() => void) | undefined => {
    if (lifted) {
      if (key === " " || key === "Enter") return drop;
      if (key === "Escape") return putBack;
      if (key === "ArrowLeft" || key === "ArrowUp") return () => carry(-1);
      return key === "ArrowRight" || key === "ArrowDown" ? () => carry(1) : undefined;
    }
    if (key === "Enter") return () => onOpen(lead);
    if (key.startsWith("Arrow")) return () => focusBeside(card, key);
    if (key !== " " || !canMove) return undefined;
    return () => {
      setLifted({ lead, over: lead.stage_id });
      say(texts.lifted(nameOfLead(lead), lead.stage));
    };
  };
  return { lifted, said, say, onKeyDown, putBack };
}
