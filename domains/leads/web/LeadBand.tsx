import { Button, Skeleton, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown, IconCircle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useCall, useCallEnvelope } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { waitText } from "#core/web/time/waits.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { type LeadDetail, type LeadStage, leads } from "../contract.ts";
import type { LeadVehicle } from "../fields.ts";
import { isBrought, vehicleInWords } from "../rules.ts";
import { NextStepCell, OwnerMenuCell } from "./EditedCells.tsx";
import classes from "./LeadBand.module.css";
import { useLeadOptions } from "./leadChoices.ts";
import { dayWord, odometerText, priceText } from "./leadWords.ts";
import { StageRing, stagesToSale } from "./StageRing.tsx";
import { leadBandTexts, leadTexts, outcomeText, leadDialogTexts as texts, vehicleTexts } from "./texts.ts";
import { leadRefreshes, useLeadActions } from "./useLeadActions.ts";

const AddLeadDialog = lazyDialog(() => import("./AddLeadDialog.tsx"), "AddLeadDialog");
const EditLeadDialog = lazyDialog(() => import("./EditLeadDialog.tsx"), "EditLeadDialog");
const MoveLeadDialog = lazyDialog(() => import("./MoveLeadDialog.tsx"), "MoveLeadDialog");
const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");

interface Props {
  customer_id: number;
  /** Adds what is to be done next. */
  onNextStep?: (() => void) | undefined;
}

const mostOpen = 20;

/** A customer's open lead: how far it is, and what it is about. With several, a menu chooses. */
export function LeadBand({ customer_id, onNextStep }: Props) {
  const body = { customer_id, show: "open" as const, length: mostOpen };
  const { data, error, refetch } = useCallEnvelope(leads.table, { body });
  const [chosen, setChosen] = useState<number>();
  const [isAdding, setAdding] = useState(false);
  useFreshCalls([leads.table, leads.one], leadEvents.changed, { inBursts: true });
  const open = (data?.data ?? []).toSorted((one, other) => (one.received_at < other.received_at ? 1 : -1));
  const lead = open.find(({ id }) => id === chosen) ?? open[0];
  const detail = useCall(
    leads.one,
    { params: { id: lead?.id ?? 0 } },
    { enabled: lead !== undefined, keepPrevious: true },
  );
  if (error && !data) return <LoadFailure failure={error} retry={refetch} title={leadBandTexts.failed} />;
  if (!data || (lead && !detail.data)) return <Skeleton height={lead ? 108 : 44} aria-hidden />;
  if (!lead || !detail.data) {
    return (
      <div className={classes.none}>
        <span>{leadBandTexts.none}</span>
        <LastEnding customer_id={customer_id} />
        <Can use={leads.add}>
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {leadTexts.add}
          </Button>
        </Can>
        <AddLeadDialog opened={isAdding} onClose={() => setAdding(false)} customer_id={customer_id} />
      </div>
    );
  }
  const choices = open.map((one) => ({
    name: String(one.id),
    label: `${one.vehicle || one.stock || leadTexts.noVehicle} · ${one.stage}`,
    checked: one.id === lead.id,
    onClick: () => setChosen(one.id),
  }));
  const menu = open.length > 1 && (
    <DropMenu
      items={choices}
      trigger={
        <Button size="compact-sm" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          {leadBandTexts.leads(open.length)}
        </Button>
      }
    />
  );
  return <OpenBand key={lead.id} lead={detail.data} menu={menu} onNextStep={onNextStep} />;
}

/** How the customer's latest closed lead ended. */
function LastEnding({ customer_id }: Pick<Props, "customer_id">) {
  const { data } = useCallEnvelope(leads.table, { body: { customer_id, show: "closed", length: 1 } });
  const [isOpen, setOpen] = useState(false);
  const [lead] = data?.data ?? [];
  if (!lead) return null;
  return (
    <>
      <UnstyledButton className={classes.more} onClick={() => setOpen(true)}>
        <span dir="auto">{[outcomeText(lead), lead.vehicle].filter((part) => part !== "").join(" · ")}</span>
      </UnstyledButton>
      <LeadDialog opened={isOpen} onClose={() => setOpen(false)} id={lead.id} />
    </>
  );
}

interface BandProps extends Pick<Props, "onNextStep"> {
  lead: LeadDetail;
  /** Chooses another of the customer's leads. */
  menu: ReactNode;
}

function OpenBand({ lead, menu, onNextStep }: BandProps) {
  const { zone } = useTime();
  const isPhone = useMedia(phone);
  const [isUnfolded, setUnfolded] = useState(false);
  const [dialog, setDialog] = useState<"edit" | "ending" | "lead">();
  const [ending_id, setEnding] = useState<number>();
  const stages = useLeadOptions()?.stages ?? [];
  const { move } = useLeadActions();
  const mayMove = useCan(leads.move);
  const bars = stagesToSale(stages);
  const reached = bars.findIndex(({ id }) => id === lead.stage_id);
  const lostStage = stages.find(({ kind }) => kind === "lost");
  const wonStage = stages.find(({ kind }) => kind === "won");
  const close = () => setDialog(undefined);

  const end = (stage: LeadStage) => {
    setEnding(stage.id);
    setDialog("ending");
  };
  const moveTo = async (stage: LeadStage) => {
    if (!mayMove || stage.id === lead.stage_id) return;
    if (stage.kind !== "open") return end(stage);
    const isBack = bars.findIndex(({ id }) => id === stage.id) < reached;
    const { backTitle, backText } = leadBandTexts;
    const question = { title: backTitle(stage.name), text: backText(lead.stage), action: leadTexts.move.action };
    if (isBack && !(await confirm(question))) return;
    move.mutate({ params: { id: lead.id }, body: { stage_id: stage.id } });
  };
  const dateOf = (stage: LeadStage, place: number) => {
    if (place > reached) return "";
    // Leads skip stages; one that was never reached has no date.
    const at = lead.history.find(({ to_stage }) => to_stage === stage.name)?.at;
    if (stage.reached_by === "reply" && lead.response_seconds !== null)
      return leadBandTexts.within(waitText(lead.response_seconds));
    return at === undefined ? "" : dayWord(at, zone ?? "UTC", new Date());
  };
  const current = bars[reached];
  return (
    <section
      className={classes.band}
      aria-label={leadBandTexts.title}
      data-folded={(isPhone && !isUnfolded) || undefined}
    >
      <div className={classes.head}>
        {menu}
        <ol className={classes.bars} aria-label={texts.stages}>
          {bars.map((stage, place) => (
            <li key={stage.id} data-reached={place <= reached || undefined}>
              <UnstyledButton
                className={classes.step}
                disabled={!mayMove || isPhone}
                aria-current={stage.id === lead.stage_id ? "step" : undefined}
                aria-keyshortcuts={stage.id === lead.stage_id ? "l" : undefined}
                aria-label={stage.id === lead.stage_id ? stage.name : texts.moveTo(stage.name)}
                title={stage.name}
                onClick={() => void moveTo(stage)}
              >
                {place < reached ? (
                  <IconCheck size={14} className={classes.done} aria-hidden />
                ) : place === reached ? (
                  <StageRing id={stage.id} kind={stage.kind} stages={stages} />
                ) : (
                  <IconCircle size={14} className={classes.ahead} aria-hidden />
                )}
                <span className={classes.stage} dir="auto">
                  {stage.name}
                </span>
                <span className={classes.date}>{dateOf(stage, place)}</span>
              </UnstyledButton>
            </li>
          ))}
        </ol>
        {isPhone && (
          <UnstyledButton
            className={classes.unfold}
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <StageRing id={lead.stage_id} kind={lead.stage_kind} stages={stages} />
            <strong dir="auto">{lead.stage}</strong>
            <span className={classes.date}>{current ? dateOf(current, reached) : ""}</span>
            <IconChevronDown size={18} aria-hidden />
          </UnstyledButton>
        )}
        <div className={classes.ends}>
          {mayMove && wonStage && (
            <Button size="compact-md" variant="default" onClick={() => end(wonStage)}>
              {leadBandTexts.markSold}
            </Button>
          )}
          {mayMove && lostStage && (
            <Button size="compact-md" variant="subtle" color="gray" onClick={() => end(lostStage)}>
              {leadBandTexts.lost}
            </Button>
          )}
        </div>
      </div>
      <Facts lead={lead} onEdit={() => setDialog("edit")} onOpen={() => setDialog("lead")} onNextStep={onNextStep} />
      <EditLeadDialog opened={dialog === "edit"} onClose={close} lead={lead} />
      <MoveLeadDialog opened={dialog === "ending"} onClose={close} lead={lead} stage_id={ending_id} />
      <LeadDialog opened={dialog === "lead"} onClose={close} id={lead.id} />
    </section>
  );
}

interface LeadFactsProps extends Pick<Props, "onNextStep"> {
  lead: LeadDetail;
  onEdit: () => void;
  onOpen: () => void;
}

/** What the lead is about; each value is changed where it stands. */
function Facts({ lead, onEdit, onOpen, onNextStep }: LeadFactsProps) {
  const wanted = lead.vehicles.find(({ interest }) => !isBrought(interest));
  const brought = lead.vehicles.find(({ interest }) => isBrought(interest));
  const mayEdit = useCan(leads.update);
  const { zone } = useTime();
  const given = lead.owner_id === null ? undefined : lead.history.find(({ to_owner }) => Boolean(to_owner));
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.owner}</dt>
        <dd>
          <OwnerMenuCell lead={lead} />
          {given && (
            <span className={classes.quiet}>
              {leadBandTexts.given(given.reason === "claimed", dayWord(given.at, zone ?? "UTC", new Date()))}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{texts.source}</dt>
        <dd>
          <SourceMenu lead={lead} />
          <UnstyledButton className={classes.more} onClick={onOpen}>
            {leadBandTexts.allOfIt}
          </UnstyledButton>
        </dd>
      </div>
      <VehicleFact
        name={leadTexts.columns.vehicle}
        vehicle={wanted}
        add={leadTexts.addVehicle}
        mayEdit={mayEdit}
        onEdit={onEdit}
      />
      <VehicleFact
        name={vehicleTexts.tradeIn}
        vehicle={brought}
        add={vehicleTexts.addTradeIn}
        mayEdit={mayEdit}
        onEdit={onEdit}
      />
      <div>
        <dt>{leadTexts.columns.nextStep}</dt>
        <dd>
          <NextStepCell lead={lead} />
          {onNextStep && (
            <UnstyledButton className={classes.more} onClick={onNextStep}>
              {lead.next_step ? leadBandTexts.anotherStep : leadBandTexts.addStep}
            </UnstyledButton>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** The source, whose menu has those that the location knows. */
function SourceMenu({ lead }: { lead: LeadDetail }) {
  const sources = useLeadOptions()?.sources ?? [];
  const update = useSend(leads.update, { invalidates: [...leadRefreshes, leads.options] });
  const mayEdit = useCan(leads.update);
  const { id, kind, source, vehicles } = lead;
  const name = source || texts.noSource;
  if (!mayEdit || sources.length === 0) return <span dir="auto">{name}</span>;
  return (
    <DropMenu
      items={sources.map((one) => ({
        label: one,
        checked: one === source,
        onClick: () => {
          if (one !== source) update.mutate({ params: { id }, body: { kind, source: one, vehicles } });
        },
      }))}
      trigger={
        <UnstyledButton className={classes.value} aria-label={`${texts.source}: ${name}`}>
          <span dir="auto">{name}</span>
        </UnstyledButton>
      }
    />
  );
}

interface VehicleProps {
  name: string;
  vehicle: LeadVehicle | undefined;
  /** On the button that adds one. */
  add: string;
  mayEdit: boolean;
  onEdit: () => void;
}

function VehicleFact({ name, vehicle, add, mayEdit, onEdit }: VehicleProps) {
  const about = vehicle
    ? [
        vehicle.stock === "" ? "" : vehicleTexts.stockOf(vehicle.stock),
        odometerText(vehicle.odometer),
        priceText(vehicle.price),
        vehicle.status === "" ? "" : vehicleTexts.statuses[vehicle.status],
      ]
    : [];
  const words = vehicle && (vehicleInWords(vehicle) || vehicle.stock || vehicleTexts.vehicle);
  const value = (
    <>
      <span dir="auto">{words}</span>
      <span className={classes.quiet} dir="auto">
        {about.filter((part) => part !== "").join(" · ")}
      </span>
    </>
  );
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {words !== undefined && !mayEdit && value}
        {words !== undefined && mayEdit && (
          <UnstyledButton className={classes.value} aria-label={leadBandTexts.change(name, words)} onClick={onEdit}>
            {value}
          </UnstyledButton>
        )}
        {words === undefined && mayEdit && (
          <UnstyledButton className={classes.more} onClick={onEdit}>
            {add}
          </UnstyledButton>
        )}
        {words === undefined && !mayEdit && <span className={classes.quiet}>–</span>}
      </dd>
    </div>
  );
}
