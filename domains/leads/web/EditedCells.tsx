import { Group, UnstyledButton } from "@mantine/core";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Lead, leads } from "../contract.ts";
import { KeepButton, nameOfLead, OwnerCell } from "./Cells.tsx";
import classes from "./EditedCells.module.css";
import { ownersOf, useLeadOptions, useOwnerChoices } from "./leadChoices.ts";
import { nextStepText } from "./leadWords.ts";
import { openStages, StageName } from "./StageRing.tsx";
import { leadTexts as texts } from "./texts.ts";
import { useLeadActions } from "./useLeadActions.ts";

interface StageProps {
  lead: Lead;
  /** A stage was chosen that closes it, which asks how it ended. */
  onEnd: (lead: Lead, stage_id: number) => void;
}

/** The stage, whose menu moves the lead. */
export function StageMenuCell({ lead, onEnd }: StageProps) {
  const stages = useLeadOptions()?.stages ?? [];
  const { move } = useLeadActions();
  const canMove = useCan(leads.move);
  const { id, stage_id, stage_kind, stage } = lead;
  const name = <StageName id={stage_id} kind={stage_kind} name={stage} stages={stages} />;
  if (!canMove) return name;
  const ordered = [...openStages(stages), ...stages.filter(({ kind }) => kind !== "open")];
  return (
    <DropMenu
      items={ordered.map((one) => ({
        name: String(one.id),
        label: one.name,
        checked: one.id === stage_id,
        onClick: () => {
          if (one.kind !== "open") onEnd(lead, one.id);
          else if (one.id !== stage_id) move.mutate({ params: { id }, body: { stage_id: one.id } });
        },
      }))}
      trigger={
        <UnstyledButton className={classes.cell} aria-label={texts.stageOf(nameOfLead(lead), stage)}>
          {name}
        </UnstyledButton>
      }
    />
  );
}

/** The owner, whose menu assigns the lead, with the button that keeps it; without one, the button that claims it. */
export function OwnerMenuCell({ lead }: { lead: Lead }) {
  const { claim, assign, keep } = useLeadActions();
  const canAssign = useCan(leads.assign);
  const choices = useOwnerChoices(canAssign);
  const cell = <OwnerCell lead={lead} onClaim={() => claim.mutate({ params: { id: lead.id } })} />;
  if (!canAssign || lead.owner_id === null) return cell;
  return (
    <Group gap="xs" wrap="nowrap">
      <DropMenu
        items={ownersOf(lead, choices).map(({ value, label }) => ({
          name: value,
          label,
          checked: value === String(lead.owner_id),
          onClick: () => assign.mutate({ params: { id: lead.id }, body: { owner_id: value } }),
        }))}
        trigger={
          <UnstyledButton className={classes.cell} aria-label={texts.ownerOf(nameOfLead(lead), lead.owner)}>
            {cell}
          </UnstyledButton>
        }
      />
      <KeepButton lead={lead} onKeep={() => keep.mutate({ params: { id: lead.id } })} />
    </Group>
  );
}

/** What comes next with the customer; red words when it should have been done by now. */
export function NextStepCell({ lead: { next_step, plan } }: { lead: Lead }) {
  const { zone, time } = useTime();
  const step =
    next_step ?? (plan && { kind: "task" as const, title: texts.nextOfPlan(plan.kind, plan.name), at: plan.at });
  if (!step) return null;
  if (!next_step && plan?.is_paused) {
    const paused = texts.planPaused(plan.name);
    return (
      <span className={classes.step} title={paused} dir="auto">
        {paused}
      </span>
    );
  }
  const { text, isOverdue } = nextStepText(step, zone ?? "UTC", new Date(), time(step.at));
  return (
    <span
      className={classes.step}
      data-overdue={(isOverdue && next_step !== null) || undefined}
      title={text}
      dir="auto"
    >
      {text}
    </span>
  );
}
