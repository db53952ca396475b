import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCircle } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCallEnvelope } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { AddButton } from "#core/web/layout/AddButton.tsx";
import { PanelSection } from "#core/web/layout/PanelSection.tsx";
import type { CustomerPartProps } from "#core/web/layout/screenDeclaration.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type Task, taskEvents, tasks } from "../contract.ts";
import { OutcomeButtons } from "./Cells.tsx";
import classes from "./CustomerTasks.module.css";
import { taskTexts } from "./texts.ts";

const TaskDialog = lazyDialog(() => import("./TaskDialog.tsx"), "TaskDialog");
const maxShown = 5;

/** A customer's open tasks, the most urgent first, each with its button to mark it as done. */
export function CustomerTasks({ customer_id }: CustomerPartProps) {
  const { data } = useCallEnvelope(tasks.table, { body: { customer_id, length: maxShown } });
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  useFreshCalls([tasks.table], taskEvents.changed);
  const more = (data?.recordsFiltered ?? 0) - maxShown;
  return (
    <PanelSection title={taskTexts.title}>
      {data?.data.length === 0 && <p className={classes.none}>{taskTexts.noneOfCustomer}</p>}
      <ul className={classes.tasks}>
        {data?.data.map((task) => (
          <TaskLine key={task.id} task={task} onDone={() => add.current?.focus()} />
        ))}
      </ul>
      {more > 0 && <p className={classes.none}>{taskTexts.more(more)}</p>}
      <AddButton use={tasks.add} ref={add} onClick={() => setAdding(true)}>
        {taskTexts.add}
      </AddButton>
      <TaskDialog opened={adding} onClose={() => setAdding(false)} customer_id={customer_id} />
    </PanelSection>
  );
}

function TaskLine({ task, onDone }: { task: Task; onDone: () => void }) {
  const time = useTime();
  const { id, description, due_at, assignee, status } = task;
  const complete = useSend(tasks.complete, { invalidates: [tasks.table, tasks.counts], onSuccess: onDone });
  const label = taskTexts.markDone(description);
  return (
    <li className={classes.task}>
      <Can use={tasks.complete}>
        <Tooltip label={taskTexts.actions.complete}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={label}
            loading={complete.isPending}
            onClick={() => complete.mutate({ params: { id } })}
          >
            <IconCircle size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Can>
      <span className={classes.what}>
        <span dir="auto">{description}</span>
        <span className={classes.when} data-overdue={status === "overdue" || undefined}>
          {status === "overdue" ? taskTexts.overdueSince(time.dateTime(due_at)) : time.dateTime(due_at)} ·{" "}
          {assignee || taskTexts.unassigned}
        </span>
        <OutcomeButtons task={task} />
      </span>
    </li>
  );
}
