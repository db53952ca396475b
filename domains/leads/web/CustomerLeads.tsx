import { Badge } from "@mantine/core";
import { useRef, useState } from "react";
import { useCallEnvelope } from "#core/web/call/useCall.ts";
import { AddButton } from "#core/web/layout/AddButton.tsx";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { type Lead, type LeadStage, leads } from "../contract.ts";
import classes from "./CustomerLeads.module.css";
import { useLeadOptions } from "./leadChoices.ts";
import { StageName } from "./StageRing.tsx";
import { leadTexts, customerLeadsTexts as texts } from "./texts.ts";

const AddLeadDialog = lazyDialog(() => import("./AddLeadDialog.tsx"), "AddLeadDialog");
const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");

const maxShown = 5;

/** A customer's open leads beside a conversation. */
export function CustomerLeads({ customer_id }: CustomerPartProps) {
  return (
    <PanelSection title={leadTexts.title}>
      <LeadsOfCustomer customer_id={customer_id} />
    </PanelSection>
  );
}

/** A customer's open leads, the newest first; a click opens one. */
export function LeadsOfCustomer({ customer_id }: { customer_id: number }) {
  const body = { customer_id, show: "open" as const, length: maxShown };
  const { data } = useCallEnvelope(leads.table, { body });
  const stages = useLeadOptions()?.stages ?? [];
  const [dialog, setDialog] = useState<"add" | "lead">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [lead_id, setLead] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  useFreshCalls([leads.table], leadEvents.changed, { inBursts: true });
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
        {data?.data.map((lead) => (
          <LeadLine key={lead.id} lead={lead} stages={stages} onOpen={() => open(lead.id)} />
        ))}
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
          {first_response_at === null && (
            <Badge size="sm" color="yellow" miw="max-content">
              {leadTexts.views.untouched}
            </Badge>
          )}
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
