import { Button, Group } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { appointments } from "#domains/appointments/contract.ts";
import { type Task, tasks } from "../contract.ts";
import { taskTexts } from "./texts.ts";

const answers = [
  { status: 1, label: taskTexts.showedUp },
  { status: 2, label: taskTexts.noShow },
] as const;

/** Both answers to whether somebody showed up; the answer is the appointment's outcome, and ends the task. */
export function OutcomeButtons({ task: { rule, appointment_id, ended_at, description } }: { task: Task }) {
  const settle = useSend(tasks.settle, { invalidates: [tasks.table, tasks.counts], quiet: "success" });
  const update = useSend(appointments.update, {
    invalidates: [appointments.table, appointments.counts],
    onSuccess: () => settle.mutate({}),
  });
  if (rule !== "outcome" || appointment_id === null || ended_at !== null) return null;
  return (
    <Can use={appointments.update}>
      <Group gap="xs" wrap="nowrap" mt={4}>
        {answers.map(({ status, label }) => (
          <Button
            key={status}
            size="compact-sm"
            variant="default"
            loading={update.isPending}
            aria-label={taskTexts.answer(label, description)}
            onClick={() => update.mutate({ params: { id: appointment_id, status } })}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Can>
  );
}
