import "@mantine/core/styles/Switch.layer.css";
import { Alert, Button, NativeSelect, Skeleton, Switch, Textarea } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { maxTextLength } from "#domains/inbox/composer/contract.ts";
import { type VoiceSettings, voice } from "../contract.ts";
import classes from "./VoiceSettingsForm.module.css";

/** The location's call settings: recording consent, and the text after a missed call. */
export function VoiceSettingsForm() {
  const { data, error } = useCall(voice.settings);
  if (error && !data) return <Alert color="red" title={error.message} />;
  if (!data) return <Skeleton h="12rem" aria-hidden />;
  return <SettingsForm settings={data} />;
}

function SettingsForm({ settings }: { settings: VoiceSettings }) {
  const change = useCallForm(voice.changeSettings, {
    initialValues: {
      ...settings,
      recording_consent: String(settings.recording_consent),
      send_email: String(settings.send_email),
    },
    invalidates: [voice.settings],
    onSuccess: ({ data }) => change.form.setFieldValue("missed_call_words", data.missed_call_words),
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  const isOn = form.values.missed_call_text === 1;
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <NativeSelect
        label="Recording Consent"
        description="Calls are recorded, and both sides hear a notice before they speak."
        data={[
          { value: "1", label: "Yes" },
          { value: "0", label: "No" },
        ]}
        {...form.getInputProps("recording_consent")}
      />
      <NativeSelect
        label="Send Email"
        description="Each call is mailed to your email for CRM, with a link to its recording."
        data={[
          { value: "1", label: "Yes" },
          { value: "0", label: "No" },
        ]}
        {...form.getInputProps("send_email")}
      />
      <Switch
        label="Text back after a missed call"
        description="At most once in 20 minutes, and never to anyone who opted out."
        checked={isOn}
        onChange={({ currentTarget }) => form.setFieldValue("missed_call_text", currentTarget.checked ? 1 : 0)}
      />
      <Textarea
        label="Words of the text"
        description="Leave empty for the default message."
        autosize
        minRows={2}
        maxLength={maxTextLength}
        disabled={!isOn}
        {...form.getInputProps("missed_call_words")}
      />
      <Button type="submit" variant="default" loading={sending} aria-label="Save how calls are taken">
        Save
      </Button>
    </form>
  );
}
