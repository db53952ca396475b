import { useDroppable } from "@dnd-kit/core";
import { Anchor, Button, Skeleton } from "@mantine/core";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { countText } from "#core/count.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import type { BoardColumn, BoardOrder } from "#domains/leads/board/contract.ts";
import type { Lead, LeadStage } from "#domains/leads/contract.ts";
import { dollarsShort } from "../leadWords.ts";
import { StageRing } from "../StageRing.tsx";
import classes from "./BoardColumn.module.css";
import { applyMoves, type BoardMove, placeIn, type StageCards } from "./boardPlaces.ts";
import { boardTexts as texts } from "./texts.ts";
import { type BoardBody, useColumnCards } from "./useColumnCards.ts";

interface Props {
  stage: LeadStage;
  stages: readonly LeadStage[];
  column: BoardColumn;
  body: BoardBody;
  order: BoardOrder;
  moves: readonly BoardMove[];
  /** The lifted lead that this column would get; undefined: none. */
  incoming: Lead | undefined;
  /** True while any lead is lifted: nothing moves under it. */
  isFrozen: boolean;
  /** The lead that takes the focus as soon as its card is here. */
  focused: number | undefined;
  /** Tells what the column shows, each time it changes. */
  onShown: (shown: StageCards) => void;
  renderCard: (lead: Lead) => ReactNode;
  /** Leads to the same leads as a list. */
  onList: () => void;
  /** In a closed stage: back to a rail. */
  onClose?: (() => void) | undefined;
}

/** What a drop into a stage asks for next. */
const nextOf = ({ kind, reached_by, name }: LeadStage) =>
  kind === "lost" ? texts.asksWhy : reached_by === "appointment" ? texts.thenTime : texts.drop(name);

/** A stage with its cards, of which only those in sight are drawn. */
export function StageColumn(props: Props) {
  const { stage, stages, column, body, order, moves, incoming, isFrozen, focused, onShown, onClose } = props;
  const cards = useColumnCards(column, body, stage.kind !== "open");
  const { stage_id, count, value } = column;
  const live = applyMoves({ stage_id, count, value, leads: cards.leads, hasMore: cards.hasMore }, moves, order);
  // Others' moves wait until the lifted card is dropped.
  const frozen = useRef(live);
  if (!isFrozen) frozen.current = live;
  const shown = isFrozen ? frozen.current : live;
  const report = useRef(onShown);
  report.current = onShown;
  useEffect(() => {
    report.current(shown);
  });

  const list = useRef<VirtuosoHandle>(null);
  const place = focused === undefined ? -1 : shown.leads.findIndex(({ id }) => id === focused);
  useEffect(() => {
    if (place >= 0) list.current?.scrollIntoView({ index: place });
  }, [place]);

  const { setNodeRef } = useDroppable({ id: `stage ${stage.id}`, data: { stage } });
  const items = useMemo(
    () => withSlot(shown.leads, incoming, stage.kind === "open" ? order : undefined),
    [shown.leads, incoming, stage.kind, order],
  );
  const { failure } = cards;
  return (
    <section
      ref={setNodeRef}
      className={classes.column}
      data-column={stage.id}
      data-over={incoming !== undefined || undefined}
      aria-label={texts.columnOf(stage.name, shown.count)}
    >
      <header className={classes.head}>
        <StageRing id={stage.id} kind={stage.kind} stages={stages} />
        <h2 className={classes.name} dir="auto" title={stage.name}>
          {stage.name}
        </h2>
        <span className={classes.count}>{countText(shown.count)}</span>
        <span className={classes.sum}>{shown.value > 0 && dollarsShort(shown.value)}</span>
        {onClose && (
          <Anchor component="button" type="button" size="xs" aria-label={texts.closeRail(stage.name)} onClick={onClose}>
            {texts.hide}
          </Anchor>
        )}
      </header>
      {items.length === 0 && !cards.isLoading && !failure && <p className={classes.none}>{texts.none}</p>}
      {items.length === 0 && cards.isLoading && <LoadingCards />}
      {failure && shown.leads.length === 0 && (
        <LoadFailure failure={failure} retry={cards.more} title={texts.columnFailed} />
      )}
      {items.length > 0 && (
        <Virtuoso
          ref={list}
          className={classes.cards}
          data={items}
          tabIndex={-1}
          computeItemKey={(_, item) => (item === slot ? "slot" : item.id)}
          increaseViewportBy={300}
          initialItemCount={Math.min(8, items.length)}
          endReached={() => cards.hasMore && !failure && cards.more()}
          itemContent={(_, item) => (
            <div className={classes.item}>
              {item === slot ? <p className={classes.slot}>{nextOf(stage)}</p> : props.renderCard(item)}
            </div>
          )}
          components={footComponents}
          context={{
            failure: cards.hasMore ? failure : null,
            more: cards.more,
            onList: cards.hasMore ? undefined : props.onList,
            isLong: shown.count > 50,
          }}
        />
      )}
    </section>
  );
}

/** Where the lifted card would land. */
const slot = "slot";

function withSlot(
  leads: readonly Lead[],
  incoming: Lead | undefined,
  order: BoardOrder | undefined,
): (Lead | typeof slot)[] {
  if (!incoming) return [...leads];
  const place = order === undefined ? 0 : placeIn(leads, incoming, order);
  return (leads as (Lead | typeof slot)[]).toSpliced(place, 0, slot);
}

interface FootContext {
  failure: { readonly message: string } | null;
  more: () => void;
  onList: (() => void) | undefined;
  isLong: boolean;
}

function ColumnFoot({ context }: { context?: FootContext }) {
  return (
    <div className={classes.foot}>
      {context?.failure && <LoadFailure failure={context.failure} retry={context.more} title={texts.columnFailed} />}
      {!context?.failure && context?.onList && context.isLong && (
        <Button variant="subtle" size="xs" fullWidth onClick={context.onList}>
          {texts.asList}
        </Button>
      )}
    </div>
  );
}

const footComponents = { Footer: ColumnFoot };

/** In place of cards that are on their way. */
export function LoadingCards() {
  return (
    <div className={classes.loading} role="status" aria-label={texts.loading}>
      {[1, 2, 3, 4, 5].map((card) => (
        <Skeleton key={card} h="5.25rem" radius="lg" />
      ))}
    </div>
  );
}

interface RailProps {
  stage: LeadStage;
  stages: readonly LeadStage[];
  column: BoardColumn;
  /** A lifted card is over it. */
  isOver: boolean;
  onOpen: () => void;
}

/** A closed stage: this month's count, until it opens. It keeps its place and width under a lifted card. */
export function StageRail({ stage, stages, column, isOver, onOpen }: RailProps) {
  const { setNodeRef } = useDroppable({ id: `stage ${stage.id}`, data: { stage } });
  const { count, value } = column;
  const sum = value > 0 && stage.kind === "won" ? `${dollarsShort(value)} ` : "";
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classes.rail}
      data-column={stage.id}
      data-over={isOver || undefined}
      aria-label={`${texts.openRail(stage.name)}, ${countText(count)} ${texts.thisMonth}`}
      onClick={onOpen}
    >
      <StageRing id={stage.id} kind={stage.kind} stages={stages} />
      <span>{countText(count)}</span>
      <span className={classes.railWords}>
        <strong dir="auto">{stage.name}</strong> <span>{isOver ? nextOf(stage) : `${sum}${texts.thisMonth}`}</span>
      </span>
    </button>
  );
}
