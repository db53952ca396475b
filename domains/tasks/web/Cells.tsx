import { Anchor, Badge, Text } from "@mantine/core";
import { Link } from "react-router";
import { useHasScreen } from "#core/web/layout/screenDeclaration.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { Task, TaskStatus } from "../contract.ts";
import { endingText, statusNames } from "../rules.ts";
import { OutcomeButtons } from "./OutcomeButtons.tsx";
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
        {rule === "hand" ? taskTexts.addedBy(created_by) : taskTexts.automatic}
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
