import { Anchor, Button, Skeleton, UnstyledButton } from "@mantine/core";
import { IconListCheck, IconPlayerPause, IconPlayerPlay, IconPlus, IconRoute } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import { nounCount } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { StatusBadge } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { leadPlanEvents, leadPlans, type PlanRow } from "#domains/leads/plans/contract.ts";
import { type StarterPlan, starterPlans } from "#domains/leads/plans/rules.ts";
import { kindNames } from "#domains/leads/rules.ts";
import classes from "./PlansScreen.module.css";
import { planTexts as texts } from "./texts.ts";

const usual = {
  sources: [],
  stage_id: "",
  on_team: "pause_2",
  weekdays: 126,
  from_minute: 540,
  to_minute: 1_080,
} as const;

const blank = {
  name: texts.blankName,
  starts: "hand",
  kind: "",
  end_task: "",
  steps: [{ kind: "text", day: 1, minute: null, after: 0, subject: "", words: texts.blankWords, due_minutes: 0 }],
} as const;

/** The location's follow-up plans. */
export function PlansScreen() {
  const { data, error, refetch } = useCall(leadPlans.list);
  useFreshCalls([leadPlans.list], leadPlanEvents.changed, { inBursts: true });
  const mayAdd = useCan(leadPlans.add);
  const navigate = useNavigate();
  const add = useSend(leadPlans.add, {
    invalidates: [leadPlans.list],
    onSuccess: ({ data: { id } }) => navigate(`/leads/plans/${id}`),
  });
  const begin = (plan: StarterPlan | typeof blank) => {
    const { name, starts, kind, end_task, steps } = plan;
    const fresh = steps.map(({ ...step }) => ({ ...step, id: undefined }));
    add.mutate({ body: { ...usual, sources: [], name, starts, kind, end_task, steps: fresh } });
  };
  const choices = [
    ...starterPlans.map((plan) => ({ key: plan.key, name: plan.name, about: plan.about, plan })),
    { key: "blank", name: texts.blank, about: texts.blankAbout, plan: blank },
  ];
  const plans = data?.plans ?? [];
  return (
    <Screen
      title={texts.title}
      about={texts.about}
      actions={
        <>
          <Button component={Link} to="/leads" variant="default">
            {texts.back}
          </Button>
          {mayAdd && plans.length > 0 && (
            <DropMenu
              items={choices.map(({ key, name, plan }, at) => ({
                name: key,
                label: name,
                onClick: () => begin(plan),
                ...(at === 0 && { section: texts.starters }),
              }))}
              trigger={
                <Button leftSection={<IconPlus size={18} aria-hidden />} loading={add.isPending}>
                  {texts.add}
                </Button>
              }
            />
          )}
        </>
      }
    >
      {error && !data && <LoadFailure failure={error} retry={refetch} title={texts.failed} />}
      {!error && !data && <Skeleton h="12rem" role="status" aria-label={texts.loading} />}
      {data && plans.length === 0 && (
        <EmptyState icon={IconListCheck}>{mayAdd ? texts.none : texts.noneForStaff}</EmptyState>
      )}
      {data && plans.length === 0 && mayAdd && (
        <ul className={classes.starters} aria-label={texts.starters}>
          {choices.map(({ key, name, about, plan }) => (
            <li key={key}>
              <UnstyledButton className={classes.starter} disabled={add.isPending} onClick={() => begin(plan)}>
                <IconRoute size={20} stroke={1.5} aria-hidden />
                <strong>{name}</strong>
                <span>{about}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {plans.length > 0 && (
        <ul className={classes.plans} aria-label={texts.title}>
          {plans.map((plan) => (
            <PlanLine key={plan.id} plan={plan} />
          ))}
        </ul>
      )}
    </Screen>
  );
}

function PlanLine({ plan }: { plan: PlanRow }) {
  const time = useTime();
  const { id, name, is_on, starts, kind, sources, stage, steps, people, started, replied, saved_at, saved_by } = plan;
  const kindWord = kind === "" ? "" : `${kindNames[kind].toLowerCase()} `;
  const from = sources.length === 0 ? "" : ` · ${sources.join(", ")}`;
  return (
    <li className={classes.plan}>
      <span className={classes.words}>
        <Anchor component={Link} to={`/leads/plans/${id}`} className={classes.name} dir="auto" title={name}>
          {name}
        </Anchor>
        <span className={classes.about} dir="auto">
          {`${texts.startsBy(starts, kindWord, stage)}${from} · ${nounCount(steps, "step")}`}
        </span>
      </span>
      <span className={classes.people}>{texts.people(people)}</span>
      <span className={classes.figures}>{texts.listFigures(started, replied)}</span>
      <span className={classes.changed}>{texts.changedBy(saved_by, time.date(saved_at))}</span>
      <StatusBadge tone={is_on ? "green" : "gray"} icon={is_on ? IconPlayerPlay : IconPlayerPause}>
        {is_on ? texts.on : texts.off}
      </StatusBadge>
    </li>
  );
}
