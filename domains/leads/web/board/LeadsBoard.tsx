import {
  type CollisionDetection,
  DndContext,
  DragOverlay,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Box, VisuallyHidden } from "@mantine/core";
import { IconEye, IconUserPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { type BoardOrder, leadBoard } from "#domains/leads/board/contract.ts";
import { type Lead, type LeadStage, leads } from "#domains/leads/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { useLeadOptions } from "../leadChoices.ts";
import { openStages } from "../StageRing.tsx";
import { leadTexts } from "../texts.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import { LoadingCards, StageColumn, StageRail } from "./BoardColumn.tsx";
import type { StageCards } from "./boardPlaces.ts";
import { CardFace, cardHint, LeadCard } from "./LeadCard.tsx";
import classes from "./LeadsBoard.module.css";
import { StageTabs } from "./StageTabs.tsx";
import { boardTexts as texts } from "./texts.ts";
import { type AskedMove, useBoardMoves } from "./useBoardMoves.ts";
import { useCardKeys } from "./useCardKeys.ts";
import type { BoardBody } from "./useColumnCards.ts";

const CreateAppointmentDialog = lazyDialog(
  () => import("#domains/appointments/web/public.tsx"),
  "CreateAppointmentDialog",
);
const MoveLeadDialog = lazyDialog(() => import("../MoveLeadDialog.tsx"), "MoveLeadDialog");

interface Props {
  /** Filters and search of the list. */
  body: Omit<BoardBody, "order"> & { stage_id: string };
  order: BoardOrder;
  onOpen: (lead: Lead) => void;
  onClaim: (lead: Lead) => void;
  /** The stage's leads as a list. */
  onList: (stage: LeadStage) => void;
}

const noStages: readonly LeadStage[] = [];

/** The location's leads by stage, moved by mouse, touch and keys. */
export function LeadsBoard({ body: { stage_id, ...filters }, order, onOpen, onClaim, onList }: Props) {
  useFreshCalls(leadRefreshes, leadEvents.changed, { inBursts: true });
  const body: BoardBody = { ...filters, order };
  const { data, error, refetch } = useCall(leadBoard.columns, { body: { ...body, stage_id } }, { keepPrevious: true });
  const known = useLeadOptions()?.stages ?? noStages;
  const stages = [...openStages(known), ...known.filter(({ kind }) => kind !== "open")];
  const isPhone = useMedia(phone);
  const canMove = useCan(leads.move);
  const { moves, move, asked, answer } = useBoardMoves();
  const shown = useRef(new Map<number, StageCards>());
  const [focused, setFocused] = useState<number>();
  const moveAndFollow = (lead: Lead, to: LeadStage) => {
    move(lead, to);
    setFocused(lead.id);
    setTimeout(() => setFocused(undefined), 1_000);
  };
  const keys = useCardKeys({ stages, shown, order, canMove, onOpen, onMove: moveAndFollow });
  const drag = useCardDrag(move);
  const [opened, setOpened] = useState<readonly number[]>([]);
  const [tab, setTab] = useState<number>();

  if (error && !data) return <LoadFailure failure={error} retry={refetch} title={texts.failed} />;
  if (!data || known.length === 0) return <LoadingBoard />;
  const columns = stages.flatMap((stage) => {
    const column = data.columns.find((one) => one.stage_id === stage.id);
    return column ? [{ stage, column }] : [];
  });
  const current = columns.find(({ stage }) => stage.id === tab) ?? columns[0];
  const visible = isPhone ? columns.filter((one) => one === current) : columns;
  const isRailed = ({ id, kind }: LeadStage) => kind !== "open" && !isPhone && !opened.includes(id);
  // Scrolling would put another stage under the pointer.
  const isOverRail = stages.some((stage) => stage.id === drag.over && isRailed(stage));
  const lifted = drag.lifted ?? keys.lifted?.lead;
  const over = drag.over ?? keys.lifted?.over;

  const menuOf = (lead: Lead): MenuOption[] => [
    { needs: leads.one, label: leadTexts.actions.open, icon: IconEye, onClick: () => onOpen(lead) },
    ...(lead.owner_id === null && lead.closed_at === null
      ? [{ needs: leads.claim, label: leadTexts.actions.claim, icon: IconUserPlus, onClick: () => onClaim(lead) }]
      : []),
    ...stages.map((stage, at) => ({
      needs: leads.move,
      name: `stage ${stage.id}`,
      label: stage.name,
      checked: stage.id === lead.stage_id,
      onClick: () => moveAndFollow(lead, stage),
      ...(at === 0 && { section: texts.moveTo }),
    })),
  ];
  const renderCard = (lead: Lead) => (
    <LeadCard
      lead={lead}
      isLifted={lifted?.id === lead.id}
      canMove={canMove && !isPhone}
      takesFocus={focused === lead.id}
      menu={menuOf(lead)}
      onOpen={() => onOpen(lead)}
      onClaim={() => onClaim(lead)}
    />
  );

  return (
    <DndContext
      {...drag.context}
      autoScroll={{ enabled: !isOverRail, canScroll: (element) => element.hasAttribute("data-board") }}
    >
      {isPhone && current && (
        <StageTabs columns={columns} stages={stages} chosen={current.stage.id} onChoose={setTab} />
      )}
      <Box
        className={classes.board}
        data-board
        role="group"
        aria-label={texts.board}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.putBack}
      >
        {visible.map(({ stage, column }) => {
          const toggle = () =>
            setOpened((now) => (now.includes(stage.id) ? now.filter((id) => id !== stage.id) : [...now, stage.id]));
          if (isRailed(stage))
            return (
              <StageRail
                key={stage.id}
                stage={stage}
                stages={stages}
                column={column}
                isOver={over === stage.id}
                onOpen={toggle}
              />
            );
          return (
            <StageColumn
              key={`${stage.id} ${JSON.stringify(body)}`}
              stage={stage}
              stages={stages}
              column={column}
              body={body}
              order={order}
              moves={moves}
              incoming={lifted && over === stage.id && lifted.stage_id !== stage.id ? lifted : undefined}
              isFrozen={lifted !== undefined}
              focused={focused}
              onShown={(column) => shown.current.set(stage.id, column)}
              renderCard={renderCard}
              onList={() => onList(stage)}
              onClose={stage.kind !== "open" && !isPhone ? toggle : undefined}
            />
          );
        })}
      </Box>
      <DragOverlay>
        {drag.lifted && (
          <div className={classes.lifted}>
            <CardFace lead={drag.lifted} onOpen={() => {}} onClaim={() => {}} />
          </div>
        )}
      </DragOverlay>
      <VisuallyHidden id={cardHint}>{texts.draggable}</VisuallyHidden>
      <VisuallyHidden role="status" aria-live="assertive" data-said>
        {keys.said}
      </VisuallyHidden>
      <AskedDialogs asked={asked} onDone={answer} />
    </DndContext>
  );
}

/** What a move asks for: how the lead ended, or the time of an appointment. */
function AskedDialogs({ asked, onDone }: { asked: AskedMove | undefined; onDone: () => void }) {
  // Kept while a dialog closes, so that its content doesn't change.
  const [last, setLast] = useState<AskedMove>();
  if (asked && asked !== last) setLast(asked);
  if (!last) return null;
  const { lead, stage_id, kind } = last;
  return (
    <>
      <MoveLeadDialog opened={asked?.kind === "ending"} onClose={onDone} lead={lead} stage_id={stage_id} />
      {kind === "appointment" && (
        <CreateAppointmentDialog
          opened={asked?.kind === "appointment"}
          onClose={onDone}
          customer_id={lead.customer_id}
          staysHere
        />
      )}
    </>
  );
}

interface DraggedCard {
  readonly lead: Lead;
  readonly over: number | undefined;
}

/** Cards follow a mouse after 4 pixels, and a finger that held them for 300 milliseconds. */
function useCardDrag(onMove: (lead: Lead, to: LeadStage) => void) {
  const [dragged, setDragged] = useState<DraggedCard>();
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 300, tolerance: 8 } }),
  );
  const leadOf = (active: { data: { current?: { lead?: Lead } } }) => active.data.current?.lead;
  const stageOf = (over: { data: { current?: { stage?: LeadStage } } } | null) => over?.data.current?.stage;
  return {
    lifted: dragged?.lead,
    over: dragged?.over,
    context: {
      sensors,
      collisionDetection: pointerWithin as CollisionDetection,
      accessibility: { announcements: silent, screenReaderInstructions: { draggable: "" } },
      onDragStart: ({ active }: Parameters<NonNullable<DragEvents["onDragStart"]>>[0]) => {
        const lead = leadOf(active);
        if (lead) setDragged({ lead, over: lead.stage_id });
      },
      onDragOver: ({ active, over }: Parameters<NonNullable<DragEvents["onDragOver"]>>[0]) => {
        const lead = leadOf(active);
        if (lead) setDragged({ lead, over: stageOf(over)?.id });
      },
      onDragCancel: () => setDragged(undefined),
      onDragEnd: ({ active, over }: Parameters<NonNullable<DragEvents["onDragEnd"]>>[0]) => {
        setDragged(undefined);
        const [lead, stage] = [leadOf(active), stageOf(over)];
        if (lead && stage) onMove(lead, stage);
      },
    },
  };
}

type DragEvents = React.ComponentProps<typeof DndContext>;

/** The board announces moves by keys itself. */
const silent = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

function LoadingBoard() {
  return (
    <div className={classes.board} aria-busy>
      {["a", "b", "c", "d", "e"].map((column) => (
        <div key={column} className={classes.loading}>
          <LoadingCards />
        </div>
      ))}
    </div>
  );
}
