import "@mantine/core/styles/Switch.layer.css";
import { Alert, Button, NativeSelect, Skeleton, Switch, Textarea } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { PhoneInput } from "#core/web/form/PhoneInput.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { maxTextLength } from "#domains/inbox/conversation/contract.ts";
import { type OwnPhone, type VoiceSettings, voice } from "../contract.ts";
import { callTexts as texts } from "./texts.ts";
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
        description="Calls are recorded, and both parties hear a notice first."
        data={[
          { value: "1", label: "Yes" },
          { value: "0", label: "No" },
        ]}
        {...form.getInputProps("recording_consent")}
      />
      <NativeSelect
        label="Send Email"
        description="Each call is emailed to your email for CRM, with a link to its recording."
        data={[
          { value: "1", label: "Yes" },
          { value: "0", label: "No" },
        ]}
        {...form.getInputProps("send_email")}
      />
      <Switch
        label="Text back after a missed call"
        description="At most once every 20 minutes, and never to anyone who opted out."
        checked={isOn}
        onChange={({ currentTarget }) => form.setFieldValue("missed_call_text", currentTarget.checked ? 1 : 0)}
      />
      <Textarea
        label="Message"
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

/** The phone that rings first when the member calls a customer. */
export function OwnPhoneForm() {
  const { data } = useCall(voice.ownPhone);
  return data ? <PhoneForm own={data} /> : null;
}

function PhoneForm({ own }: { own: OwnPhone }) {
  const change = useCallForm(voice.changeOwnPhone, {
    initialValues: { phone: own.phone },
    invalidates: [voice.ownPhone],
  });
  useUnsavedChanges(change.form.isDirty);
  return (
    <form noValidate onSubmit={change.submit} className={classes.form}>
      <PhoneInput
        label={texts.settingLabel}
        description={texts.settingHint}
        autoComplete="tel-national"
        {...change.form.getInputProps("phone")}
      />
      <Button type="submit" variant="default" loading={change.sending}>
        {texts.save}
      </Button>
    </form>
  );
}
