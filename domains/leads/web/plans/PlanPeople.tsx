import { Badge, Button, Skeleton } from "@mantine/core";
import {
  IconEye,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconSend,
  IconUserMinus,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useSession } from "#core/web/session/session.ts";
import { type RowAction, RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { useMinute } from "#core/web/time/waits.ts";
import { initialsOfName } from "#domains/accounts/rules.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { type FollowUpPlan, leadPlans, type PlanPerson } from "#domains/leads/plans/contract.ts";
import { dayWord } from "../leadWords.ts";
import classes from "./PlanPeople.module.css";
import { planTexts as texts } from "./texts.ts";
import { planRefreshes } from "./usePlanEditor.ts";

const shownAtOnce = 8;

/** Who is sent something next. */
export function PeopleList({ plan, onAll }: { plan: FollowUpPlan; onAll: () => void }) {
  const { data, error, refetch } = useCall(leadPlans.people, {
    params: { id: plan.id },
    body: { show: "running", length: shownAtOnce },
  });
  const actionsFor = usePersonActions();
  return (
    <section className={classes.people} aria-label={texts.inside}>
      <header className={classes.head}>
        <h2>{texts.inside}</h2>
        <span>{countText(plan.people)}</span>
        <Button variant="subtle" size="compact-sm" onClick={onAll}>
          {texts.seeAll}
        </Button>
      </header>
      {error && !data && <LoadFailure failure={error} retry={refetch} />}
      {!error && !data && <Skeleton h="8rem" aria-hidden />}
      {data?.length === 0 && <p className={classes.none}>{texts.nobody}</p>}
      <ul>
        {data?.map((person) => (
          <li key={person.id}>
            <Initials initials={initialsOfName(person.name)} seed={person.lead_id} size={24} />
            <span className={classes.person}>
              <span className={classes.name} title={person.name} dir="auto">
                {person.name}
              </span>
              <PersonState person={person} />
            </span>
            <RowMenu actions={actionsFor(person)} of={person.name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When a person's next step comes, or why it doesn't. */
export function PersonState({ person }: { person: PlanPerson }) {
  useMinute();
  const { zone, time } = useTime();
  const { step, next_at, hold, until, ending } = person;
  if (ending !== "") return <span className={classes.when}>{texts.endings[ending as keyof typeof texts.endings]}</span>;
  const now = new Date();
  const day = (at: string) => dayWord(at, zone ?? "UTC", now);
  if (hold === "paused" && until !== null)
    return (
      <Badge variant="light" color="gray" miw="max-content" leftSection={<IconPlayerPause size={12} aria-hidden />}>
        {texts.until(day(until))}
      </Badge>
    );
  if (hold !== "" && hold !== "hours")
    return (
      <Badge
        variant="light"
        color={hold === "failed" ? "red" : hold === "team" || hold === "off" ? "gray" : "yellow"}
        className={classes.hold}
        title={texts.holds[hold]}
      >
        {hold === "team" && until !== null ? texts.until(day(until)) : texts.holds[hold]}
      </Badge>
    );
  const isDue = next_at !== null && Date.parse(next_at) <= now.getTime();
  const place = step === null ? "" : `${texts.nextStep(step)} · `;
  if (next_at === null) return null;
  return <span className={classes.when}>{isDue ? `${place}now` : `${place}${day(next_at)} ${time(next_at)}`}</span>;
}

/** What makes the next step pass without anything sent. */
const cannotReach: ReadonlySet<PlanPerson["hold"]> = new Set(["no_consent", "no_phone", "no_email"]);

/** What can be done with a person in a plan, of agents with their own leads. */
export function usePersonActions(): (person: PlanPerson) => RowAction[] {
  const navigate = useNavigate();
  const role = useSession()?.user_type;
  const me = useProfile().data?.id;
  const refresh = { invalidates: planRefreshes };
  const skip = useSend(leadPlans.skip, refresh);
  const takeOut = useSend(leadPlans.takeOut, refresh);
  const pause = useSend(leadPlans.pause, refresh);
  const sendNow = useSend(leadPlans.sendNow, {
    ...refresh,
    quiet: "success",
    onSuccess: () => toast.info(texts.sending),
  });
  const { actions } = texts;
  return ({ id, lead_id, owner_id, ending, hold, step_id }) => {
    const params = { id };
    const step = { params, body: { step_id: step_id ?? 0 } };
    const open = { label: actions.open, icon: IconEye, onClick: () => void navigate(`/leads?lead=${lead_id}`) };
    if (ending !== "" || (role === "agent" && owner_id !== me)) return [open];
    const isPaused = hold === "paused" || hold === "team";
    return [
      open,
      {
        needs: leadPlans.skip,
        label: actions.skip,
        icon: IconPlayerSkipForward,
        onClick: () => skip.mutate(step),
      },
      ...(cannotReach.has(hold)
        ? []
        : [{ needs: leadPlans.sendNow, label: actions.sendNow, icon: IconSend, onClick: () => sendNow.mutate(step) }]),
      ...(isPaused
        ? [
            {
              needs: leadPlans.pause,
              label: actions.goOn,
              icon: IconPlayerPlay,
              onClick: () => pause.mutate({ params, body: { days: 0 } }),
            },
          ]
        : [1, 2, 7].map((days) => ({
            needs: leadPlans.pause,
            label: actions.pause(days),
            icon: IconPlayerPause,
            onClick: () => pause.mutate({ params, body: { days } }),
          }))),
      {
        needs: leadPlans.takeOut,
        label: actions.takeOut,
        icon: IconUserMinus,
        danger: true,
        onClick: () => takeOut.mutate({ params }),
      },
    ];
  };
}
