import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, Alert, Button, Group, Skeleton, Switch, TextInput } from "@mantine/core";
import { IconArrowLeft, IconPencil, IconPlayerPlay, IconSend, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { CountTabs } from "#core/web/filter/CountTabs.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type FollowUpPlan, leadPlanEvents, leadPlans, type PlanPeople } from "#domains/leads/plans/contract.ts";
import { mostSteps } from "#domains/leads/plans/fields.ts";
import { leadBulk } from "../../bulk/contract.ts";
import { SaveBar, SaveDialog, TurnOffDialog } from "./PlanDialogs.tsx";
import { PeopleList } from "./PlanPeople.tsx";
import { PlanRules } from "./PlanRules.tsx";
import classes from "./PlanScreen.module.css";
import { PlanSteps } from "./PlanSteps.tsx";
import { planTexts as texts } from "./texts.ts";
import { type PlanEditor, planRefreshes, usePlanEditor } from "./usePlanEditor.ts";

const PeopleDialog = lazyDialog(() => import("./PeopleDialog.tsx"), "PeopleDialog");
const TestDialog = lazyDialog(() => import("./TestDialog.tsx"), "TestDialog");
const StartForDialog = lazyDialog(() => import("./StartForDialog.tsx"), "StartForDialog");

/** One follow-up plan: its steps, its rules, and who is in it. */
export function PlanScreen() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useCall(leadPlans.one, { params: { id } });
  useFreshCalls([leadPlans.one, leadPlans.people, leadPlans.reach], leadPlanEvents.changed, {
    isShown: ({ target_id }) => target_id === id,
    inBursts: true,
  });
  const isDeleted = error?.status === 404;
  return (
    <Screen title={data && !isDeleted ? data.name : texts.title} fill>
      {isDeleted && <Alert m="lg" color="gray" title={texts.deleted} className={classes.deleted} />}
      {error && !data && !isDeleted && <LoadFailure failure={error} retry={refetch} title={texts.planFailed} />}
      {!error && !data && <Skeleton m="lg" h="24rem" role="status" aria-label={texts.loading} />}
      {data && !isDeleted && <OpenPlan key={data.id} plan={data} />}
    </Screen>
  );
}

type ShownPlan = { show: PlanPeople; step: number | null };
type PlanTab = "steps" | "rules" | "people";

function OpenPlan({ plan }: { plan: FollowUpPlan }) {
  const mayEdit = useCan(leadPlans.save);
  const editor = usePlanEditor(plan, mayEdit);
  const isPhone = useMedia(phone);
  const [tab, setTab] = useState<PlanTab>("steps");
  const [dialog, setDialog] = useState<"people" | "test" | "start" | "off">();
  const [shown, setShown] = useState<ShownPlan>({ show: "running", step: null });
  const showPeople = (next: ShownPlan) => {
    setShown(next);
    setDialog("people");
  };
  const close = () => setDialog(undefined);
  const shows = (part: PlanTab) => !isPhone || tab === part;
  return (
    <div className={classes.page}>
      <Head plan={plan} editor={editor} mayEdit={mayEdit} onDialog={setDialog} />
      {editor.conflict !== undefined && (
        <Alert color="yellow" className={classes.conflict} title={texts.conflict(editor.conflict)} role="alert">
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={editor.reload}>
              {texts.reload}
            </Button>
            <Button size="xs" variant="default" onClick={editor.keepMine}>
              {texts.keepMine}
            </Button>
          </Group>
        </Alert>
      )}
      <Figures plan={plan} editor={editor} onPeople={(show) => showPeople({ show, step: null })} />
      {isPhone && (
        <div className={classes.tabs}>
          <CountTabs
            label={texts.parts}
            fill
            value={tab}
            onChange={setTab}
            choices={[
              { value: "steps", label: texts.tabs.steps, count: editor.edit.steps.length },
              { value: "rules", label: texts.tabs.rules },
              { value: "people", label: texts.tabs.people, count: plan.people },
            ]}
          />
        </div>
      )}
      <div className={classes.body}>
        {shows("steps") && (
          <div className={classes.steps}>
            <PlanSteps
              plan={plan}
              editor={editor}
              mayEdit={mayEdit}
              onPeople={(step) => showPeople({ show: "running", step })}
            />
          </div>
        )}
        {(shows("rules") || shows("people")) && (
          <aside className={classes.side}>
            {shows("rules") && <PlanRules editor={editor} mayEdit={mayEdit} />}
            {shows("people") && <PeopleList plan={plan} onAll={() => showPeople({ show: "running", step: null })} />}
          </aside>
        )}
      </div>
      {editor.isChanged && <SaveBar plan={plan} editor={editor} />}
      <SaveDialog opened={editor.asks} people={plan.people} editor={editor} />
      <TurnOffDialog opened={dialog === "off"} onClose={close} plan={plan} />
      <PeopleDialog opened={dialog === "people"} onClose={close} plan={plan} first={shown} />
      <TestDialog opened={dialog === "test"} onClose={close} steps={editor.edit.steps} />
      <StartForDialog opened={dialog === "start"} onClose={close} plan={plan} />
    </div>
  );
}

interface HeadProps {
  plan: FollowUpPlan;
  editor: PlanEditor;
  mayEdit: boolean;
  onDialog: (dialog: "test" | "start" | "off") => void;
}

function Head({ plan, editor, mayEdit, onDialog }: HeadProps) {
  const time = useTime();
  const navigate = useNavigate();
  const isPhone = useMedia(phone);
  const mayStart = useCan(leadBulk.startPlan);
  const nameField = useRef<HTMLInputElement>(null);
  const { id, is_on, name, people, saved_by, saved_at } = plan;
  const turn = useSend(leadPlans.turn, { invalidates: planRefreshes });
  const remove = useSend(leadPlans.remove, { invalidates: planRefreshes, onSuccess: () => navigate("/leads/plans") });
  const toggle = (isOn: boolean) => {
    if (!isOn && people > 0) onDialog("off");
    else turn.mutate({ params: { id }, body: { is_on: isOn ? 1 : 0 } });
  };
  const askToRemove = async () => {
    const { removeTitle, removeText, remove: action } = texts;
    if (await confirm({ title: removeTitle(name), text: removeText(people), action, danger: true }))
      remove.mutate({ params: { id } });
  };
  const others = [
    ...(isPhone
      ? [
          ...(mayEdit ? [{ label: texts.test, icon: IconSend, onClick: () => onDialog("test") }] : []),
          { label: texts.startFor, icon: IconPlayerPlay, needs: leadBulk.startPlan, onClick: () => onDialog("start") },
        ]
      : []),
    { label: texts.remove, icon: IconTrash, needs: leadPlans.remove, danger: true, onClick: () => void askToRemove() },
  ];
  return (
    <header className={classes.head}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        component={Link}
        to="/leads/plans"
        aria-label={texts.backToPlans}
      >
        <IconArrowLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {mayEdit ? (
        <TextInput
          variant="unstyled"
          className={classes.name}
          aria-label={texts.name}
          maxLength={60}
          autoComplete="off"
          value={editor.edit.name}
          error={editor.errors.name}
          ref={nameField}
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.editName}
              onClick={() => nameField.current?.select()}
            >
              <IconPencil size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          }
          onChange={({ currentTarget }) => editor.change({ name: currentTarget.value })}
        />
      ) : (
        <strong className={classes.title} dir="auto">
          {name}
        </strong>
      )}
      <Switch
        checked={is_on}
        disabled={!mayEdit || turn.isPending}
        label={is_on ? texts.on : texts.off}
        aria-label={texts.toggle(name)}
        onChange={({ currentTarget }) => toggle(currentTarget.checked)}
      />
      <span className={classes.changed}>{texts.changedBy(saved_by, time.date(saved_at))}</span>
      {!isPhone && mayEdit && (
        <Button variant="default" leftSection={<IconSend size={18} aria-hidden />} onClick={() => onDialog("test")}>
          {texts.test}
        </Button>
      )}
      {!isPhone && mayStart && (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => onDialog("start")}
        >
          {texts.startFor}
        </Button>
      )}
      <RowMenu actions={others} of={name} />
    </header>
  );
}

interface FiguresProps {
  plan: FollowUpPlan;
  editor: PlanEditor;
  onPeople: (show: PlanPeople) => void;
}

function Figures({ plan: { figures }, editor, onPeople }: FiguresProps) {
  const share = (count: number) =>
    figures.started === 0 ? "" : ` ${Math.round((1_000 * count) / figures.started) / 10}%`;
  return (
    <div className={classes.figures}>
      <strong>{texts.last30}</strong>
      {(["started", "replied", "appointment", "opted_out"] as const).map((name) => (
        <button key={name} type="button" className={classes.figure} onClick={() => onPeople(name)}>
          {texts.figures[name]} <strong>{countText(figures[name])}</strong>
          {name !== "started" && figures[name] > 0 && <span>{share(figures[name])}</span>}
        </button>
      ))}
      <span className={classes.count}>{texts.stepsOf(editor.edit.steps.length, mostSteps)}</span>
    </div>
  );
}
