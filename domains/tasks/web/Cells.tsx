import { Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { Link } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { type Task, type TaskStatus, tasks } from "../contract.ts";
import { endingText, statusNames } from "../rules.ts";
import { taskTexts } from "./texts.ts";

/** Links to the conversation, else to the customer's page. */
export function CustomerCell({ customer_id, customer_name, chat_id }: Task) {
  const hasDetails = useHasScreen("/customer/:id");
  if (customer_id === null) return <Missing text={taskTexts.noCustomer} />;
  const to = chat_id !== null ? `/inbox/all/${chat_id}` : hasDetails ? `/customer/${customer_id}` : undefined;
  return to ? (
    <Anchor component={Link} size="sm" to={to}>
      {customer_name}
    </Anchor>
  ) : (
    customer_name
  );
}

export function AssigneeCell({ assignee }: Task) {
  return assignee || <Missing text={taskTexts.unassigned} />;
}

function Missing({ text }: { text: string }) {
  return (
    <Text span size="sm" c="dimmed">
      {text}
    </Text>
  );
}

/** The description, and who or what created the task. */
export function DescriptionCell({ description, rule, created_by }: Task) {
  return (
    <>
      {description}
      <Text size="xs" c="dimmed">
        {rule === "hand" && created_by !== "" ? taskTexts.addedBy(created_by) : taskTexts.automatic}
      </Text>
    </>
  );
}

const colors: Record<TaskStatus, string> = { open: "blue", overdue: "red", done: "green", dropped: "gray" };

/** The status; for an ended task also how and when it ended. */
export function StatusCell(task: Task) {
  const time = useTime();
  const { status, ended_at } = task;
  return (
    <>
      <Badge miw="max-content" color={colors[status]}>
        {statusNames[status]}
      </Badge>
      <OutcomeButtons task={task} />
      {ended_at && (
        <Text size="xs" c="dimmed">
          {[endingText(task), time.dateTime(ended_at)].filter((part) => part !== "").join(" · ")}
        </Text>
      )}
    </>
  );
}

const answers = [
  { status: 1, label: taskTexts.showedUp },
  { status: 2, label: taskTexts.noShow },
] as const;

/** Both answers to whether someone showed up; the answer is the appointment's outcome, and ends the task. */
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
