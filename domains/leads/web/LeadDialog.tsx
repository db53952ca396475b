import { Alert, Anchor, Button, Group, Modal, NativeSelect, Skeleton, Stack } from "@mantine/core";
import { IconBan, IconMail, IconMessage, IconPhone, IconUser, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { waitText } from "#core/web/time/waits.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { type LeadDetail, type LeadStage, leads } from "../contract.ts";
import { kindNames } from "../rules.ts";
import { nameOfLead, WaitingCell } from "./Cells.tsx";
import classes from "./LeadDialog.module.css";
import { LeadHistory, LeadVehicles, ReceivedInquiries } from "./LeadRecord.tsx";
import { ownersOf, useLeadOptions, useOwnerChoices } from "./leadChoices.ts";
import { MovesOn } from "./MovesOn.tsx";
import { LeadPlan } from "./plans/LeadPlan.tsx";
import { StageBar } from "./StageBar.tsx";
import { leadTexts, leadDialogTexts as texts } from "./texts.ts";
import { shortNameOf, useLeadActions } from "./useLeadActions.ts";

const EditLeadDialog = lazyDialog(() => import("./EditLeadDialog.tsx"), "EditLeadDialog");
const MoveLeadDialog = lazyDialog(() => import("./MoveLeadDialog.tsx"), "MoveLeadDialog");
const StartPlanDialog = lazyDialog(() => import("./plans/StartPlanDialog.tsx"), "StartPlanDialog");
const SendSmsDialog = lazyDialog(() => import("#domains/inbox/web/public.tsx"), "SendSmsDialog");

export interface Props {
  opened: boolean;
  onClose: () => void;
  id: number;
}

/** What is open above the lead: Escape then closes that alone. */
type AboveLead = "edit" | "ending" | "sms" | "plan";

/** Everything about a lead, and what can be done with it. */
export function LeadDialog({ opened, onClose, id }: Props) {
  const { data: lead, error, refetch } = useCall(leads.one, { params: { id } }, { enabled: opened });
  useFreshCalls([leads.one], leadEvents.changed, {
    isShown: ({ target_id }) => opened && (target_id === null || target_id === id),
  });
  const [above, setAbove] = useState<AboveLead>();
  const isDeleted = error?.status === 404;
  const shown = isDeleted ? undefined : lead;
  const name = shown ? nameOfLead(shown) : texts.title;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      closeOnEscape={above === undefined}
      size="xl"
      title={
        <span className={classes.title} title={name} dir="auto">
          {name}
        </span>
      }
    >
      {error && !shown && isDeleted && <Alert color="gray" title={error.message} />}
      {error && !shown && !isDeleted && <LoadFailure failure={error} retry={refetch} title={texts.failed} />}
      {!error && !shown && <Skeleton h="24rem" role="status" aria-label={texts.loading} />}
      {shown && <OpenLead key={id} lead={shown} above={above} setAbove={setAbove} onLeave={onClose} />}
    </Modal>
  );
}

interface OpenLeadProps {
  lead: LeadDetail;
  above: AboveLead | undefined;
  setAbove: (above: AboveLead | undefined) => void;
  /** A link leads to another screen. */
  onLeave: () => void;
}

function OpenLead({ lead, above, setAbove, onLeave }: OpenLeadProps) {
  const stages = useLeadOptions()?.stages ?? [];
  const { move } = useLeadActions();
  const [ending_id, setEnding] = useState<number>();
  // Not before the key that answered has reached the dialog below.
  const close = () => void setTimeout(() => setAbove(undefined));

  const moveTo = (stage: LeadStage) => {
    if (stage.kind !== "open") {
      setEnding(stage.id);
      setAbove("ending");
      return;
    }
    move.mutate({ params: { id: lead.id }, body: { stage_id: stage.id } });
  };

  return (
    <Stack gap="md">
      {lead.answer_due_at !== null && <MovesOn lead={lead} due={lead.answer_due_at} />}
      <Reached lead={lead} onText={() => setAbove("sms")} onLeave={onLeave} />
      <StageBar lead={lead} stages={stages} onMove={moveTo} />
      <Facts lead={lead} onStart={() => setAbove("plan")} onLeave={onLeave} />
      <LeadVehicles vehicles={lead.vehicles} onEdit={() => setAbove("edit")} />
      <ReceivedInquiries received={lead.received} />
      <LeadHistory history={lead.history} />
      <EditLeadDialog opened={above === "edit"} onClose={close} lead={lead} />
      <MoveLeadDialog opened={above === "ending"} onClose={close} lead={lead} stage_id={ending_id} />
      <StartPlanDialog
        opened={above === "plan"}
        onClose={close}
        which={{ lead_ids: [lead.id] }}
        words={shortNameOf(lead)}
      />
      {lead.customer_id !== null && (
        <SendSmsDialog
          opened={above === "sms"}
          onClose={close}
          customer={{ id: lead.customer_id, customer_name: nameOfLead(lead), phone: lead.phone }}
        />
      )}
    </Stack>
  );
}

interface ReachedProps {
  lead: LeadDetail;
  onText: () => void;
  onLeave: () => void;
}

/** How they are reached, and how long they have waited. */
function Reached({ lead, onText, onLeave }: ReachedProps) {
  const { customer_id, chat_id, phone, email, is_opted_out } = lead;
  const canText = useCan(inbox.sendToCustomer);
  const hasDetails = useHasScreen("/customer/:id");
  const icon = { leftSection: <IconMessage size={16} aria-hidden />, size: "xs" };
  return (
    <div className={classes.reached}>
      <Group gap="xs">
        <WaitingCell lead={lead} />
        {is_opted_out && (
          <span className={classes.optedOut}>
            <IconBan size={16} aria-hidden />
            {leadTexts.optedOut}
          </span>
        )}
        {!is_opted_out && chat_id !== null && (
          <Button {...icon} component={Link} to={`/inbox/all/${chat_id}`} onClick={onLeave}>
            {texts.text}
          </Button>
        )}
        {!is_opted_out && chat_id === null && customer_id !== null && phone !== "" && canText && (
          <Button {...icon} onClick={onText}>
            {texts.text}
          </Button>
        )}
      </Group>
      <Group gap="0.25rem 1rem" className={classes.contact}>
        {phone !== "" && (
          <Anchor href={`tel:${phone}`} className={classes.way} aria-label={`${texts.call} ${formatPhone(phone)}`}>
            <IconPhone size={16} aria-hidden />
            {formatPhone(phone)}
          </Anchor>
        )}
        {email !== "" && (
          <Anchor href={`mailto:${email}`} className={classes.way} aria-label={`${texts.email} ${email}`}>
            <IconMail size={16} aria-hidden />
            <span>{email}</span>
          </Anchor>
        )}
        {customer_id !== null && hasDetails && (
          <Anchor component={Link} to={`/customer/${customer_id}`} className={classes.way} onClick={onLeave}>
            <IconUser size={16} aria-hidden />
            {texts.customer}
          </Anchor>
        )}
      </Group>
    </div>
  );
}

function Facts({ lead, onStart, onLeave }: { lead: LeadDetail; onStart: () => void; onLeave: () => void }) {
  const time = useTime();
  const { kind, source, received_at, response_seconds, first_response_by } = lead;
  const facts = [
    [texts.kind, kindNames[kind]],
    [texts.source, source || texts.noSource],
    [leadTexts.columns.received, time.dateTime(received_at)],
    ...(response_seconds === null
      ? []
      : [[texts.firstAnswer, texts.answered(waitText(response_seconds), first_response_by)] as const]),
  ] as const;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{texts.owner}</dt>
        <dd>
          <Owner lead={lead} />
        </dd>
      </div>
      <div>
        <dt>{texts.plan}</dt>
        <dd>
          <LeadPlan lead={lead} onStart={onStart} onLeave={onLeave} />
        </dd>
      </div>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Who works on it, changed in place; without one, the button that claims it. */
function Owner({ lead }: { lead: LeadDetail }) {
  const { claim, assign } = useLeadActions();
  const mayAssign = useCan(leads.assign);
  const choices = useOwnerChoices(mayAssign);
  const { owner_id, owner, closed_at } = lead;
  const params = { id: lead.id };
  if (!mayAssign) return owner || leadTexts.unassigned;
  return (
    <Group gap="xs">
      <NativeSelect
        size="xs"
        maw="14rem"
        aria-label={texts.owner}
        data={ownersOf(lead, choices)}
        value={String(owner_id ?? "")}
        disabled={assign.isPending}
        onChange={({ currentTarget }) => assign.mutate({ params, body: { owner_id: currentTarget.value } })}
      />
      {owner_id === null && closed_at === null && (
        <Can use={leads.claim}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUserPlus size={14} aria-hidden />}
            loading={claim.isPending}
            onClick={() => claim.mutate({ params })}
          >
            {leadTexts.actions.claim}
          </Button>
        </Can>
      )}
    </Group>
  );
}
