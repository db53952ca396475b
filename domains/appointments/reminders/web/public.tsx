import "@mantine/core/styles/Switch.layer.css";
import { Alert, Button, NativeSelect, Skeleton, Switch, Text, TextInput } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type ReminderSettings, reminderLanguages, reminders } from "../contract.ts";
import { reminderText, whenIn } from "../rules.ts";
import classes from "./public.module.css";
import { reminderSettingsTexts as texts } from "./texts.ts";

/** When the location reminds its customers of appointments, with the text that they get. */
export function ReminderSettingsForm({ business }: { business: string }) {
  const { data, error } = useCall(reminders.settings);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="20rem" aria-hidden />;
  return <SettingsForm settings={data} business={business} />;
}

const anExample = new Date("2027-03-02T19:15:00Z");

function SettingsForm({ settings, business }: { settings: ReminderSettings; business: string }) {
  const { zone = "UTC" } = useTime();
  const change = useCallForm(reminders.changeSettings, {
    initialValues: settings as Omit<ReminderSettings, "first_hours" | "second_hours"> &
      Record<"first_hours" | "second_hours", number | string>,
    invalidates: [reminders.settings],
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  const isOn = form.values.is_on === 1;
  const when = whenIn(form.values.language, anExample, zone);
  const hours = { type: "number", inputMode: "numeric" as const, min: 0, max: 168, step: 1, disabled: !isOn };
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Switch
        label={texts.isOn}
        description={texts.isOnHint}
        checked={isOn}
        onChange={({ currentTarget }) => form.setFieldValue("is_on", currentTarget.checked ? 1 : 0)}
      />
      <div className={classes.pair}>
        <TextInput label={texts.first} {...hours} {...form.getInputProps("first_hours")} />
        <TextInput
          label={texts.second}
          description={texts.secondHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...hours}
          {...form.getInputProps("second_hours")}
        />
      </div>
      <NativeSelect
        label={texts.language}
        disabled={!isOn}
        data={reminderLanguages.map((language) => ({ value: language, label: texts.languages[language] }))}
        {...form.getInputProps("language")}
      />
      <div>
        <Text size="sm" fw={500}>
          {texts.preview}
        </Text>
        <Text size="sm" lang={form.values.language} className={classes.preview}>
          {reminderText(form.values.language, { business, when, isConfirmed: false })}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.replies}
        </Text>
      </div>
      <Switch
        label={texts.confirms}
        description={texts.confirmsHint}
        checked={form.values.confirms === 1}
        onChange={({ currentTarget }) => form.setFieldValue("confirms", currentTarget.checked ? 1 : 0)}
      />
      <Button type="submit" variant="default" loading={sending} aria-label={texts.save}>
        Save
      </Button>
    </form>
  );
}

export { reminderSettingsTexts } from "./texts.ts";
