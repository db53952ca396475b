import { Button } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconBan,
  IconCheck,
  IconHandGrab,
  IconListCheck,
  IconMessage,
  IconPencil,
  IconRotate,
  IconTrash,
} from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "#core/web/call/api.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { DataTable } from "#core/web/table/DataTable.tsx";
import type { RowAction } from "#core/web/table/RowMenu.tsx";
import { useQueryChoice } from "#core/web/table/useTableQuery.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { SavedViews } from "#domains/views/web/public.tsx";
import { type Task, type TaskView, taskEvents, tasks, taskViews } from "../contract.ts";
import { viewNames } from "../rules.ts";
import { AssigneeCell, CustomerCell, DescriptionCell, StatusCell } from "./Cells.tsx";
import { taskTexts } from "./texts.ts";

const TaskDialog = lazyDialog(() => import("./TaskDialog.tsx"), "TaskDialog");
const TaskRulesDialog = lazyDialog(() => import("./TaskRulesDialog.tsx"), "TaskRulesDialog");

const { columns } = taskTexts;

/** The location's tasks. */
export function TasksScreen() {
  useFreshTasks();
  const time = useTime();
  const [view, show] = useTaskView();
  const [dialog, setDialog] = useState<"task" | "rules">();
  // Stays set while the dialog closes, so that its content doesn't change.
  const [task, setTask] = useState<Task>();
  const counts = useCall(tasks.counts).data;
  const open = (row?: Task) => {
    setTask(row);
    setDialog("task");
  };
  const close = () => setDialog(undefined);

  const actionsFor = useTaskActions(open);

  const viewCounts: Partial<Record<TaskView, number>> = { mine: counts?.mine, all: counts?.all };
  const overdue = view === "mine" ? counts?.mine_overdue : view === "all" ? counts?.overdue : 0;
  return (
    <Screen
      title={taskTexts.title}
      about={overdue ? taskTexts.overdue(overdue) : undefined}
      commands={{
        main: { label: taskTexts.add, icon: IconListCheck, needs: tasks.add, onClick: () => open() },
        others: [
          {
            label: taskTexts.rules,
            icon: IconAdjustmentsHorizontal,
            needs: tasks.changeRules,
            onClick: () => setDialog("rules"),
          },
        ],
      }}
    >
      <SavedViews screen="tasks" />
      <DataTable
        call={tasks.table}
        label={taskTexts.title}
        body={{ show: view }}
        filters={
          <FilterChip
            label={taskTexts.show}
            value={view}
            onChange={(value) => show(value as TaskView)}
            options={taskViews.map((value) => ({
              value,
              label: viewCounts[value] === undefined ? viewNames[value] : `${viewNames[value]} (${viewCounts[value]})`,
            }))}
          />
        }
        nameOf={(row) => row.description}
        empty={<NoTasks view={view} onAdd={() => open()} />}
        actions={actionsFor}
        columns={[
          { key: "id", label: columns.id, sortable: true, width: "6rem" },
          {
            key: "due_at",
            card: "line",
            label: columns.due,
            sortable: true,
            render: (row) => time.dateTime(row.due_at),
          },
          {
            key: "customer_name",
            card: "line",
            label: columns.customer,
            sortable: true,
            render: (row) => <CustomerCell {...row} />,
          },
          { key: "sales_rep", label: columns.salesRep, sortable: true, hideOnPhone: true },
          { key: "bdc_rep", label: columns.bdcRep, sortable: true, hideOnPhone: true },
          { key: "assignee", card: "aside", label: columns.assignee, sortable: true, render: AssigneeCell },
          { key: "description", card: "title", label: columns.description, sortable: true, render: DescriptionCell },
          {
            key: "status_name",
            card: "status",
            label: columns.status,
            sortable: true,
            render: (row) => <StatusCell {...row} />,
          },
        ]}
      />
      <TaskDialog opened={dialog === "task"} onClose={close} task={task} />
      <TaskRulesDialog opened={dialog === "rules"} onClose={close} />
    </Screen>
  );
}

/** In place of the tasks of a view that has none. */
function NoTasks({ view, onAdd }: { view: TaskView; onAdd: () => void }) {
  return (
    <EmptyState
      icon={IconListCheck}
      action={
        <Can use={tasks.add}>
          <Button variant="default" onClick={onAdd}>
            {taskTexts.add}
          </Button>
        </Can>
      }
    >
      {taskTexts.none[view]}
    </EmptyState>
  );
}

/** Milliseconds between refetches: tasks become overdue without any event. */
const aMinute = 60_000;

/** Keeps the tasks fresh: actions in the inbox or on appointments can end some at once. */
function useFreshTasks(): void {
  const cache = useQueryClient();
  const maySettle = useCan(tasks.settle);
  const refresh = useThrottledCallback(() => {
    for (const { name } of [tasks.table, tasks.counts]) void cache.invalidateQueries({ queryKey: [name] });
  });
  // Refreshes even when the call fails: the chat's member may have changed, and the minute's job ends the rest.
  const settleAndRefresh = useThrottledCallback(() => {
    if (maySettle) void api(tasks.settle).then(refresh, refresh);
    else refresh();
  });
  useRealtimeEvent(taskEvents.changed, refresh);
  useRealtimeEvent(inboxEvents.messageOpen, settleAndRefresh);
  useRealtimeEvent(inboxEvents.chatChanged, settleAndRefresh);
  useRealtimeEvent(appointmentEvents.changed, settleAndRefresh);
  useOnReconnect(settleAndRefresh);
  useEffect(() => {
    const timer = setInterval(refresh, aMinute);
    return () => clearInterval(timer);
  }, [refresh]);
}

const { actions: texts } = taskTexts;
const refreshes = [tasks.table, tasks.counts];

/** What can be done with a task, by its state and who is asked. */
function useTaskActions(open: (row: Task) => void): (row: Task) => RowAction[] {
  const me = useProfile().data?.id;
  const assign = useSend(tasks.assign, { invalidates: refreshes });
  const complete = useSend(tasks.complete, { invalidates: refreshes });
  const drop = useSend(tasks.drop, { invalidates: refreshes });
  const reopen = useSend(tasks.reopen, { invalidates: refreshes });
  const remove = useSend(tasks.remove, { invalidates: refreshes });

  const askToDelete = async ({ id, description }: Task) => {
    const { title, text, action } = taskTexts.remove;
    const confirmed = await confirm({ title, text: text(description), action, danger: true });
    if (confirmed) remove.mutate({ params: { id } });
  };

  return (row) => {
    const params = { id: row.id };
    const isOpen = row.ended_at === null;
    const chat = { label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${row.chat_id}` };
    const take = { needs: tasks.assign, label: texts.assignToMe, icon: IconHandGrab };
    return [
      ...(row.chat_id === null ? [] : [chat]),
      ...(isOpen
        ? [
            {
              needs: tasks.complete,
              label: texts.complete,
              icon: IconCheck,
              onClick: () => complete.mutate({ params }),
            },
            { needs: tasks.drop, label: texts.dismiss, icon: IconBan, onClick: () => drop.mutate({ params }) },
            ...(row.assigned_to === me
              ? []
              : [{ ...take, onClick: () => assign.mutate({ params, body: { user_id: me ?? "" } }) }]),
            { needs: tasks.update, label: texts.edit, icon: IconPencil, onClick: () => open(row) },
          ]
        : [{ needs: tasks.reopen, label: texts.reopen, icon: IconRotate, onClick: () => reopen.mutate({ params }) }]),
      { needs: tasks.remove, label: texts.remove, icon: IconTrash, danger: true, onClick: () => askToDelete(row) },
    ];
  };
}

/** The task view in the URL's query `show`; the default is all open tasks. */
const useTaskView = () => useQueryChoice("show", taskViews, "all");
