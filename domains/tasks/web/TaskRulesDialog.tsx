import "@mantine/core/styles/Switch.layer.css";
import { Alert, Skeleton, Switch } from "@mantine/core";
import type { FormEvent } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type TaskRule, taskRules, tasks } from "../contract.ts";
import { allRulesOn, ruleTexts } from "../rules.ts";
import { taskTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Blocks saving until the rules have loaded. */
const disabledForm = { submit: (event?: FormEvent<HTMLFormElement>) => event?.preventDefault(), sending: false };

/** Turns the location's task rules on and off. */
export function TaskRulesDialog({ opened, onClose }: Props) {
  const { data, error } = useCall(tasks.rules, {}, { enabled: opened });
  const change = useCallForm(tasks.changeRules, {
    initialValues: allRulesOn as Record<TaskRule, 0 | 1>,
    invalidates: [tasks.rules],
    onSuccess: onClose,
  });
  const { values, setFieldValue } = change.form;
  useFilledForm(change.form, opened, data);

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={taskTexts.rulesTitle}
      action={taskTexts.save}
      form={data ? change : disabledForm}
    >
      {error && !data && <Alert color="red" title={error.message} />}
      {!data && !error && <Skeleton h="16rem" aria-hidden />}
      {data &&
        taskRules.map((rule) => (
          <Switch
            key={rule}
            label={ruleTexts[rule].label}
            description={ruleTexts[rule].about}
            checked={values[rule] === 1}
            onChange={({ currentTarget }) => setFieldValue(rule, currentTarget.checked ? 1 : 0)}
          />
        ))}
    </FormDialog>
  );
}
