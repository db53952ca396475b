import { Badge } from "@mantine/core";
import { useRef, useState } from "react";
import { useCall, useCallEnvelope } from "#core/web/call/useCall.ts";
import { AddButton } from "#core/web/layout/AddButton.tsx";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { type Lead, type LeadStage, leads } from "../contract.ts";
import { isBrought, vehicleInWords } from "../rules.ts";
import classes from "./CustomerLeads.module.css";
import { useLeadOptions } from "./leadChoices.ts";
import { ageText, dayWord, dollarsText, odometerText, priceText } from "./leadWords.ts";
import { StageName, stagesToSale } from "./StageRing.tsx";
import { leadTexts, customerLeadsTexts as texts, vehicleTexts } from "./texts.ts";

const AddLeadDialog = lazyDialog(() => import("./AddLeadDialog.tsx"), "AddLeadDialog");
const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");

const maxShown = 5;

/** A customer's open leads beside a conversation. */
export function CustomerLeads({ customer_id }: CustomerPartProps) {
  return (
    <PanelSection title={leadTexts.title}>
      <LeadsOfCustomer customer_id={customer_id} isFirstWhole />
    </PanelSection>
  );
}

interface LeadsOfCustomerProps {
  customer_id: number;
  /** Shows more of the newest one, where nothing else on the screen does. */
  isFirstWhole?: boolean;
}

/** A customer's open leads, the newest first; a click opens one. */
export function LeadsOfCustomer({ customer_id, isFirstWhole = false }: LeadsOfCustomerProps) {
  const body = { customer_id, show: "open" as const, length: maxShown };
  const { data } = useCallEnvelope(leads.table, { body });
  const stages = useLeadOptions()?.stages ?? [];
  const [dialog, setDialog] = useState<"add" | "lead">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [lead_id, setLead] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  useFreshCalls([leads.table, leads.one], leadEvents.changed, { inBursts: true });
  const more = (data?.recordsFiltered ?? 0) - maxShown;
  const open = (id: number) => {
    setLead(id);
    setDialog("lead");
  };
  const close = () => setDialog(undefined);
  return (
    <>
      {data?.data.length === 0 && <p className={classes.none}>{texts.none}</p>}
      <ul className={classes.leads}>
        {data?.data.map((lead, place) => {
          const Entry = isFirstWhole && place === 0 ? WholeLead : LeadLine;
          return <Entry key={lead.id} lead={lead} stages={stages} onOpen={() => open(lead.id)} />;
        })}
      </ul>
      {more > 0 && <p className={classes.none}>{texts.more(more)}</p>}
      <AddButton use={leads.add} ref={add} onClick={() => setDialog("add")}>
        {leadTexts.add}
      </AddButton>
      <AddLeadDialog opened={dialog === "add"} onClose={close} customer_id={customer_id} />
      {lead_id !== undefined && <LeadDialog opened={dialog === "lead"} onClose={close} id={lead_id} />}
    </>
  );
}

interface LineProps {
  lead: Lead;
  stages: readonly LeadStage[];
  onOpen: () => void;
}

function LeadLine({ lead, stages, onOpen }: LineProps) {
  const time = useTime();
  const { vehicle, stock, stage_id, stage, stage_kind, owner, source, received_at, first_response_at } = lead;
  const about = [source, owner || leadTexts.unassigned, time.date(received_at)].filter((part) => part !== "");
  return (
    <li>
      <button type="button" className={classes.lead} onClick={onOpen}>
        <span className={classes.head}>
          <StageName id={stage_id} kind={stage_kind} name={stage} stages={stages} />
          {first_response_at === null && <Untouched />}
        </span>
        <span className={classes.vehicle} dir="auto">
          {vehicle || stock || leadTexts.noVehicle}
        </span>
        <span className={classes.about} dir="auto">
          {about.join(" · ")}
        </span>
      </button>
    </li>
  );
}

const Untouched = () => (
  <Badge size="sm" color="yellow" miw="max-content">
    {leadTexts.views.untouched}
  </Badge>
);

/** How far a lead is, and what it is about. */
function WholeLead({ lead, stages, onOpen }: LineProps) {
  const time = useTime();
  const { id, vehicle, stock, value, stage_id, stage, stage_kind, owner, source, received_at, first_response_at } =
    lead;
  const detail = useCall(leads.one, { params: { id } }).data;
  const bars = stagesToSale(stages);
  const reached = bars.findIndex((one) => one.id === stage_id);
  const moved = detail?.history.find(({ to_stage }) => to_stage === stage)?.at;
  const brought = detail?.vehicles.find(({ interest }) => isBrought(interest));
  const facts = [
    {
      label: texts.wants,
      words: vehicle || stock || leadTexts.noVehicle,
      about: [vehicle && stock ? vehicleTexts.stockOf(stock) : "", value === null ? "" : dollarsText(value)],
    },
    ...(brought
      ? [
          {
            label: vehicleTexts.tradeIn,
            words: vehicleInWords(brought) || brought.stock || vehicleTexts.vehicle,
            about: [odometerText(brought.odometer), priceText(brought.price)],
          },
        ]
      : []),
    { label: leadTexts.columns.source, words: source || leadTexts.noSource, about: [] },
    { label: leadTexts.columns.owner, words: owner || leadTexts.unassigned, about: [] },
  ];
  return (
    <li>
      <button type="button" className={classes.lead} onClick={onOpen}>
        <span className={classes.bars} aria-hidden>
          {bars.map((one, place) => (
            <span key={one.id} data-reached={place <= reached || undefined} />
          ))}
        </span>
        <span className={classes.head}>
          <StageName id={stage_id} kind={stage_kind} name={stage} stages={stages} />
          {first_response_at === null ? (
            <Untouched />
          ) : (
            moved && (
              <span className={classes.since}>{texts.since(dayWord(moved, time.zone ?? "UTC", new Date()))}</span>
            )
          )}
          <span className={classes.age} title={time.dateTime(received_at)}>
            {texts.old(ageText(received_at, new Date()))}
          </span>
        </span>
        {facts.map(({ label, words, about }) => (
          <span key={label} className={classes.fact}>
            <span className={classes.label}>{label}</span>
            <span dir="auto">
              {words}
              {about.some((part) => part !== "") && (
                <span className={classes.about}>{about.filter((part) => part !== "").join(" · ")}</span>
              )}
            </span>
          </span>
        ))}
      </button>
    </li>
  );
}
