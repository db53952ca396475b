import { Modal, NativeSelect } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import {
  type FollowUpPlan,
  leadPlanEvents,
  leadPlans,
  type PlanPeople,
  planPeople,
} from "#domains/leads/plans/contract.ts";
import { PersonState, usePersonActions } from "./PlanPeople.tsx";
import { planTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  plan: FollowUpPlan;
  /** What it shows when it opens. */
  first: { readonly show: PlanPeople; readonly step: number | null };
}

const shows = planPeople.map((value) => ({ value, label: texts.shows[value] }));

/** Everybody in a plan, and those who started, replied, came or opted out in 30 days. */
export function PeopleDialog({ opened, onClose, plan, first }: Props) {
  useFreshCalls([leadPlans.people], leadPlanEvents.changed, { inBursts: true });
  const [show, setShow] = useState<PlanPeople>(first.show);
  const [step, setStep] = useState<number | null>(first.step);
  useEffect(() => {
    if (!opened) return;
    setShow(first.show);
    setStep(first.step);
  }, [opened, first]);
  const time = useTime();
  const actionsFor = usePersonActions();
  const steps = plan.steps.map(({ id }, at) => ({ value: String(id), label: texts.atStep(at + 1) }));
  return (
    <Modal opened={opened} onClose={onClose} title={plan.name} size="xl">
      <DataTable
        localState
        call={leadPlans.people}
        label={texts.tabs.people}
        searchHint={texts.searchPeople}
        params={{ id: plan.id }}
        body={{ show, step: step ?? "" }}
        nameOf={({ name }) => name}
        actions={actionsFor}
        filters={
          <>
            <NativeSelect
              aria-label={texts.tabs.people}
              size="sm"
              data={shows}
              value={show}
              onChange={({ currentTarget }) =>
                setShow(planPeople.find((one) => one === currentTarget.value) ?? "running")
              }
            />
            <NativeSelect
              aria-label={texts.tests.step}
              size="sm"
              data={[{ value: "", label: texts.columns.step }, ...steps]}
              value={step === null ? "" : String(step)}
              onChange={({ currentTarget }) => setStep(currentTarget.value === "" ? null : Number(currentTarget.value))}
            />
          </>
        }
        columns={[
          {
            key: "name",
            label: texts.columns.name,
            card: "title",
            render: ({ name }) => <span dir="auto">{name}</span>,
          },
          {
            key: "step",
            label: texts.columns.step,
            card: "status",
            render: (person) => <PersonState person={person} />,
          },
          { key: "owner", label: texts.columns.owner, card: "line", render: ({ owner }) => owner },
          {
            key: "started_at",
            label: texts.columns.started,
            card: "line",
            render: ({ started_at }) => time.date(started_at),
          },
        ]}
      />
    </Modal>
  );
}
