import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { timeZoneName } from "#core/timeZones.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { fromDateTimeField, toDateTimeField } from "#core/web/time/wallTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { CustomerPicker } from "#domains/customers/web/public.tsx";
import { team } from "#domains/team/contract.ts";
import { type Task, tasks } from "../contract.ts";
import { dueSuggestion, maxDaysAhead } from "../rules.ts";
import { taskTexts } from "./texts.ts";

export interface Props {
  opened: boolean;
  onClose: () => void;
  /** The task to change; undefined adds one. */
  task?: Task | undefined;
  /** The customer that a new task starts with. */
  customer_id?: number;
}

interface TaskFormValues extends Record<string, unknown> {
  description: string;
  customer_id: number | null;
  user_id: string;
  /** The value of a `datetime-local` field. */
  due_at: string;
}

const aDay = 86_400_000;

/** Adds or changes a task. */
export function TaskDialog({ opened, onClose, task, customer_id }: Props) {
  const zone = useTimeZone();
  const me = useProfile().data?.id;
  const members = useCall(team.chat, {}, { enabled: opened }).data?.teamMembers ?? [];
  const empty: TaskFormValues = { description: "", customer_id: null, user_id: "", due_at: "" };
  const toBody = ({ due_at, ...values }: TaskFormValues) => {
    // The field has no seconds, so an untouched time keeps its original value.
    const isUnchanged = task !== undefined && due_at === toDateTimeField(new Date(task.due_at), zone);
    return { ...values, due_at: isUnchanged ? task.due_at : (fromDateTimeField(due_at, zone)?.toISOString() ?? "") };
  };
  const options = { initialValues: empty, toBody, refreshes: [tasks.table, tasks.counts], onSuccess: onClose };
  const add = useCallForm(tasks.add, options);
  const update = useCallForm(tasks.update, { ...options, params: { id: task?.id ?? 0 } });
  const active = task ? update : add;

  const { getInputProps } = active.form;
  useFilledForm(active.form, opened, (openedAt) =>
    task
      ? {
          description: task.description,
          customer_id: task.customer_id,
          user_id: String(task.assigned_to ?? ""),
          due_at: toDateTimeField(new Date(task.due_at), zone),
        }
      : {
          description: "",
          customer_id: customer_id ?? null,
          user_id: String(me ?? ""),
          due_at: toDateTimeField(dueSuggestion(openedAt), zone),
        },
  );

  const others = members.filter(({ id }) => id !== me).map(({ id, name }) => ({ value: String(id), label: name }));
  const people = [
    ...(me ? [{ value: String(me), label: taskTexts.fields.me }] : []),
    ...others,
    { value: "", label: taskTexts.unassigned },
  ];
  // A former member stays listed until the task is reassigned.
  const { assigned_to, assignee } = task ?? { assigned_to: null, assignee: "" };
  const isFormerMember = assigned_to !== null && members.length > 0 && !members.some(({ id }) => id === assigned_to);
  const choices = isFormerMember ? [...people, { value: String(assigned_to), label: assignee }] : people;

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={task ? taskTexts.edit : taskTexts.add}
      action={task ? taskTexts.save : taskTexts.create}
      form={active}
    >
      <Textarea
        label={taskTexts.fields.description}
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        {...getInputProps("description")}
      />
      <CustomerPicker clearable {...getInputProps("customer_id")} />
      <NativeSelect label={taskTexts.fields.assignee} data={choices} {...getInputProps("user_id")} />
      <TextInput
        type="datetime-local"
        label={taskTexts.fields.due}
        description={taskTexts.locationTime(zone && timeZoneName(zone))}
        withAsterisk
        max={toDateTimeField(new Date(Date.now() + maxDaysAhead * aDay), zone)}
        {...getInputProps("due_at")}
      />
    </FormDialog>
  );
}
