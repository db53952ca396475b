import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { FormDialog } from "#core/web/FormDialog.tsx";
import { useTimeZone } from "#core/web/time.ts";
import { useCall } from "#core/web/useCall.ts";
import { useCallForm } from "#core/web/useCallForm.ts";
import { fieldOf, instantOf } from "#core/web/wallTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { type Task, tasks } from "../contract.ts";
import { dueSuggestion, latestDays } from "../rules.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The task to change; left out: a new one. */
  task?: Task | undefined;
}

interface Values extends Record<string, unknown> {
  description: string;
  customer_id: number | null;
  user_id: string;
  /** As a date and time field shows it. */
  due_at: string;
}

const aDay = 86_400_000;

/** Makes a task, or changes one. */
export function TaskDialog({ opened, onClose, task }: Props) {
  const zone = useTimeZone();
  const me = useProfile().data?.id;
  const members = useCall(team.chat, {}, { enabled: opened }).data?.teamMembers ?? [];
  const empty: Values = { description: "", customer_id: null, user_id: "", due_at: "" };
  const toBody = ({ due_at, ...values }: Values) => {
    // What the field shows has no seconds: a time that was left alone stays as it is.
    const isUnchanged = task !== undefined && due_at === fieldOf(new Date(task.due_at), zone);
    return { ...values, due_at: isUnchanged ? task.due_at : (instantOf(due_at, zone)?.toISOString() ?? "") };
  };
  const done = { initialValues: empty, toBody, refreshes: [tasks.table, tasks.counts], onSuccess: onClose };
  const add = useCallForm(tasks.add, done);
  const update = useCallForm(tasks.update, { ...done, params: { id: task?.id ?? 0 } });
  const used = task ? update : add;

  const { setValues, clearErrors, getInputProps } = used.form;
  useEffect(() => {
    if (!opened) return;
    setValues(
      task
        ? {
            description: task.description,
            customer_id: task.customer_id,
            user_id: String(task.assigned_to ?? ""),
            due_at: fieldOf(new Date(task.due_at), zone),
          }
        : {
            ...{ description: "", customer_id: null, user_id: String(me ?? "") },
            due_at: fieldOf(dueSuggestion(new Date()), zone),
          },
    );
    clearErrors();
  }, [opened, task, me, zone, setValues, clearErrors]);

  const others = members.filter(({ id }) => id !== me).map(({ id, name }) => ({ value: String(id), label: name }));
  const people = [...(me ? [{ value: String(me), label: "Me" }] : []), ...others, { value: "", label: "Nobody yet" }];
  // Somebody who no longer works here stays named until it is given to somebody else.
  const { assigned_to, assignee } = task ?? { assigned_to: null, assignee: "" };
  const isGone = assigned_to !== null && members.length > 0 && !members.some(({ id }) => id === assigned_to);
  const choices = isGone ? [...people, { value: String(assigned_to), label: assignee }] : people;

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={task ? "Update Task" : "Add Task"}
      action={task ? "Save" : "Create"}
      form={used}
    >
      <Textarea
        label="What is to be done"
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        {...getInputProps("description")}
      />
      <CustomerPicker clearable {...getInputProps("customer_id")} />
      <NativeSelect label="Assigned to" data={choices} {...getInputProps("user_id")} />
      <TextInput
        type="datetime-local"
        label="Due"
        description="On the clocks of this location"
        withAsterisk
        max={fieldOf(new Date(Date.now() + latestDays * aDay), zone)}
        {...getInputProps("due_at")}
      />
    </FormDialog>
  );
}
