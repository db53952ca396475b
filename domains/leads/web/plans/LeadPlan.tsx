import { Anchor, Button, Group } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { Link } from "react-router";
import { useCan } from "#core/web/session/useCan.ts";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { Lead } from "#domains/leads/contract.ts";
import { leadBulk } from "../../bulk/contract.ts";
import { dayWord } from "../leadWords.ts";
import { usePersonActions } from "./PlanPeople.tsx";
import { planTexts } from "./texts.ts";

const { ofLead: texts, start_ } = planTexts;

interface Props {
  lead: Lead;
  onStart: () => void;
  onLeave: () => void;
}

/** The plan that a lead is in with its next step, or the button that starts one. */
export function LeadPlan({ lead, onStart, onLeave }: Props) {
  const { zone, time } = useTime();
  const mayStart = useCan(leadBulk.startPlan);
  const actionsFor = usePersonActions();
  const { plan, closed_at, is_opted_out } = lead;
  if (!plan) {
    if (closed_at !== null || is_opted_out || !mayStart) return <>{texts.none}</>;
    return (
      <Button size="xs" variant="default" leftSection={<IconRoute size={14} aria-hidden />} onClick={onStart}>
        {start_.action}
      </Button>
    );
  }
  const when = plan.is_paused ? texts.paused : `${dayWord(plan.at, zone ?? "UTC", new Date())} ${time(plan.at)}`;
  const person = {
    id: plan.enrollment_id,
    lead_id: lead.id,
    name: lead.name,
    owner_id: lead.owner_id,
    owner: lead.owner,
    started_at: plan.at,
    step_id: plan.step_id,
    step: plan.step,
    kind: plan.kind,
    next_at: plan.at,
    hold: plan.is_paused ? ("paused" as const) : ("" as const),
    until: null,
    ending: "",
    ended_at: null,
  };
  return (
    <Group gap={4} wrap="nowrap">
      <span>
        <Anchor component={Link} underline="always" to={`/leads/plans/${plan.id}`} onClick={onLeave} dir="auto">
          {plan.name}
        </Anchor>
        {` · ${texts.place(plan.step, plan.steps)}, ${when}`}
      </span>
      <RowMenu actions={actionsFor(person).slice(1)} of={plan.name} />
    </Group>
  );
}
