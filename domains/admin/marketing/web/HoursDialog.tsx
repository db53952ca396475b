import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Group.layer.css";
import { Checkbox, Group, InputWrapper, NativeSelect, TextInput } from "@mantine/core";
import { states } from "#core/states.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { marketingRules, type QuietHoursDraft } from "../contract.ts";
import { clockText } from "./hoursText.ts";
import { marketingRulesTexts as all } from "./texts.ts";

const texts = all.hours;
const stateChoices = [
  { value: "", label: texts.everywhere },
  ...Object.entries(states).map(([value, label]) => ({ value, label })),
];
/** Every half hour from 8 AM to 9 PM. */
const times = Array.from({ length: 27 }, (_, at) => 480 + at * 30).map((minutes) => ({
  value: String(minutes),
  label: clockText(minutes),
}));

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The hours to begin with. */
  initial: QuietHoursDraft;
}

/** Sets a state's hours from a day on. */
export function HoursDialog({ opened, onClose, initial }: Props) {
  const save = useCallForm(marketingRules.setHours, {
    initialValues: {
      ...initial,
      weekdays: initial.weekdays as number | string,
      from_minute: String(initial.from_minute),
      to_minute: String(initial.to_minute),
    },
    invalidates: [marketingRules.current],
    onSuccess: () => close(),
  });
  const { form } = save;
  const close = () => {
    form.reset();
    onClose();
  };
  const weekdays = Number(form.values.weekdays);
  return (
    <FormDialog opened={opened} onClose={close} title={all.add} action={texts.save} form={save}>
      <NativeSelect label={texts.state} data={stateChoices} {...form.getInputProps("state")} />
      <InputWrapper label={texts.days} error={form.errors.weekdays} labelElement="div">
        <Group gap="sm" mt={4}>
          {all.days.map((day, at) => (
            <Checkbox
              key={day}
              label={day}
              checked={(weekdays & (1 << at)) !== 0}
              onChange={() => form.setFieldValue("weekdays", weekdays ^ (1 << at))}
            />
          ))}
        </Group>
      </InputWrapper>
      <NativeSelect label={texts.from} data={times} {...form.getInputProps("from_minute")} />
      <NativeSelect label={texts.to} data={times} {...form.getInputProps("to_minute")} />
      <TextInput label={texts.firstDay} type="date" {...form.getInputProps("since")} />
      <TextInput label={texts.source} maxLength={300} withAsterisk {...form.getInputProps("source")} />
    </FormDialog>
  );
}
