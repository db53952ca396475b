import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { Alert, SimpleGrid, Skeleton, Stack, Switch, TextInput } from "@mantine/core";
import type { FormEvent } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useFilledForm } from "#core/web/form/useFilledForm.ts";
import { type AlertRules, alerts } from "../contract.ts";
import { dangerFactor, defaultAlertRules } from "../rules.ts";
import { alertRuleTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** Blocks saving until the rules have loaded. */
const disabledForm = { submit: (event?: FormEvent<HTMLFormElement>) => event?.preventDefault(), sending: false };

type AlertSwitch = "untouched_on" | "failures_on" | "optouts_on" | "imports_on" | "campaigns_on" | "reviews_on";
type AlertThreshold = Exclude<keyof AlertRules, AlertSwitch>;

/** Edits the location's alert rules. */
export function AlertRulesDialog({ opened, onClose }: Props) {
  const { data, error } = useCall(alerts.rules, {}, { enabled: opened });
  const change = useCallForm(alerts.changeRules, {
    initialValues: defaultAlertRules as Record<keyof AlertRules, number | string>,
    invalidates: [alerts.rules],
    onSuccess: onClose,
  });
  const { values, setFieldValue, getInputProps } = change.form;
  useFilledForm(change.form, opened, data);

  const switchProps = (name: AlertSwitch) => ({
    checked: values[name] === 1,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setFieldValue(name, currentTarget.checked ? 1 : 0),
  });
  const numberProps = (name: AlertThreshold, on: AlertSwitch) => ({
    type: "number",
    inputMode: "numeric" as const,
    min: 1,
    step: 1,
    disabled: values[on] !== 1,
    ...getInputProps(name),
  });
  const danger = Number(values.untouched_minutes) * dangerFactor;

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={texts.save}
      form={data ? change : disabledForm}
    >
      {error && !data && <Alert color="red" title={error.message} />}
      {!data && !error && <Skeleton h="24rem" aria-hidden />}
      {data && (
        <>
          <Stack gap="xs">
            <Switch data-autofocus label={texts.untouched.label} {...switchProps("untouched_on")} />
            <TextInput
              label={texts.untouched.minutes}
              description={texts.untouched.about(danger)}
              {...numberProps("untouched_minutes", "untouched_on")}
            />
          </Stack>
          <Stack gap="xs">
            <Switch label={texts.failures.label} description={texts.failures.about} {...switchProps("failures_on")} />
            <SimpleGrid cols={2}>
              <TextInput label={texts.failures.least} {...numberProps("failures_least", "failures_on")} />
              <TextInput label={texts.failures.percent} {...numberProps("failures_percent", "failures_on")} />
            </SimpleGrid>
          </Stack>
          <Stack gap="xs">
            <Switch label={texts.optouts.label} description={texts.optouts.about} {...switchProps("optouts_on")} />
            <SimpleGrid cols={2}>
              <TextInput label={texts.optouts.least} {...numberProps("optouts_least", "optouts_on")} />
              <TextInput label={texts.optouts.times} {...numberProps("optouts_times", "optouts_on")} />
            </SimpleGrid>
          </Stack>
          <Switch label={texts.imports.label} description={texts.imports.about} {...switchProps("imports_on")} />
          <Switch label={texts.campaigns.label} description={texts.campaigns.about} {...switchProps("campaigns_on")} />
          <Switch label={texts.reviews.label} description={texts.reviews.about} {...switchProps("reviews_on")} />
        </>
      )}
    </FormDialog>
  );
}
