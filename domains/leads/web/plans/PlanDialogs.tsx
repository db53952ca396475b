import "@mantine/core/styles/Radio.layer.css";
import { Button, Group, Modal, Radio, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { type FollowUpPlan, leadPlans } from "#domains/leads/plans/contract.ts";
import classes from "./PlanScreen.module.css";
import { planTexts } from "./texts.ts";
import { type Inside, type PlanEditor, planRefreshes } from "./usePlanEditor.ts";

const { asks, turnsOff, save, areInside } = planTexts;
const cancel = "Cancel";

/** What happens to those inside when the steps change. */
export function SaveDialog({ opened, people, editor }: { opened: boolean; people: number; editor: PlanEditor }) {
  const [inside, setInside] = useState<Inside>("continue");
  useEffect(() => {
    if (opened) setInside("continue");
  }, [opened]);
  return (
    <Modal opened={opened} onClose={editor.stopAsking} title={asks.title(people)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          editor.send(inside);
        }}
      >
        <Radio.Group label={asks.text} value={inside} onChange={(value) => setInside(value as Inside)}>
          <Stack gap="sm" mt="sm">
            <Radio data-autofocus value="continue" label={asks.continue} description={asks.continueHint} />
            <Radio value="finish" label={asks.finish} description={asks.finishHint} />
            <Radio value="stop" label={asks.stop(people)} description={asks.stopHint} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={editor.stopAsking}>
            {cancel}
          </Button>
          <Button type="submit" loading={editor.isSaving}>
            {save}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What happens to those inside when the plan is turned off. */
export function TurnOffDialog({ opened, onClose, plan }: { opened: boolean; onClose: () => void; plan: FollowUpPlan }) {
  const { id, people } = plan;
  const [inside, setInside] = useState<"pause" | "stop">("pause");
  useEffect(() => {
    if (opened) setInside("pause");
  }, [opened]);
  const turn = useSend(leadPlans.turn, { invalidates: planRefreshes, onSuccess: onClose });
  return (
    <Modal opened={opened} onClose={onClose} title={turnsOff.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          turn.mutate({ params: { id }, body: { is_on: 0, inside } });
        }}
      >
        <Text size="sm">{areInside(people)}</Text>
        <Radio.Group
          aria-label={turnsOff.title}
          value={inside}
          onChange={(value) => setInside(value as "pause" | "stop")}
        >
          <Stack gap="sm" mt="sm">
            <Radio data-autofocus value="pause" label={turnsOff.pause(people)} description={turnsOff.pauseHint} />
            <Radio value="stop" label={turnsOff.stop(people)} description={turnsOff.stopHint} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={turn.isPending}>
            {turnsOff.action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Floats as soon as something changed. */
export function SaveBar({ plan, editor }: { plan: FollowUpPlan; editor: PlanEditor }) {
  const isAsked = editor.stepsChanged > 0 && plan.people > 0;
  return (
    <section className={classes.bar} aria-label={planTexts.save}>
      <strong>{planTexts.changed(editor.stepsChanged)}</strong>
      {plan.people > 0 && <span className={classes.barHint}>{planTexts.areInside(plan.people)}</span>}
      <Button size="xs" variant="subtle" className={classes.discard} onClick={() => void editor.discard()}>
        {planTexts.discard}
      </Button>
      <Button size="xs" loading={editor.isSaving} disabled={editor.conflict !== undefined} onClick={editor.save}>
        {isAsked ? planTexts.saveAsk : planTexts.save}
      </Button>
    </section>
  );
}
