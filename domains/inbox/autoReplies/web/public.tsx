import "@mantine/core/styles/Switch.layer.css";
import { Button, Group, Skeleton, Switch } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { MessageEditor } from "#domains/templates/text/web/public.tsx";
import { type AfterHoursReply, autoReplies, replyVariables } from "../contract.ts";
import { afterHoursText } from "../rules.ts";
import { AnswerPreviews } from "./AnswerPreviews.tsx";
import classes from "./public.module.css";
import { autoReplyTexts as texts } from "./texts.ts";

/** Whether the location replies while it is closed, with the text that people get. */
export function AfterHoursForm() {
  const { data, error, refetch } = useCall(autoReplies.settings);
  if (error && !data) return <LoadFailure failure={error} retry={refetch} />;
  if (!data) return <Skeleton h="4rem" aria-hidden />;
  return <SettingsForm settings={data} />;
}

function SettingsForm({ settings }: { settings: AfterHoursReply }) {
  const change = useCallForm(autoReplies.changeSettings, {
    initialValues: settings,
    invalidates: [autoReplies.settings],
    onSuccess: ({ data }) => {
      change.form.setInitialValues(data);
      change.form.setValues(data);
    },
  });
  const { form, submit, sending } = change;
  useUnsavedChanges(form.isDirty);
  const { is_on, ...words } = form.values;
  const editing = (name: keyof typeof words) => ({
    value: words[name],
    error: form.errors[name],
    onChange: (text: string) => form.setFieldValue(name, text),
  });
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <Switch
          label={texts.isOn}
          description={texts.isOnHint}
          checked={is_on === 1}
          onChange={({ currentTarget }) => form.setFieldValue("is_on", currentTarget.checked ? 1 : 0)}
        />
        <InfoTooltip about={texts.who}>{texts.whoHint}</InfoTooltip>
      </Group>
      {is_on === 1 && (
        <>
          <MessageEditor label={texts.closed} rows={3} variables={replyVariables} {...editing("closed_words")} />
          <MessageEditor label={texts.holiday} rows={3} variables={replyVariables} {...editing("holiday_words")} />
          <AnswerPreviews textAt={(opening, values) => afterHoursText(words, opening, values)} />
        </>
      )}
      <Button type="submit" variant="default" loading={sending} aria-label={texts.save}>
        Save
      </Button>
    </form>
  );
}

export { AnswerPreviews } from "./AnswerPreviews.tsx";
export { autoReplyTexts } from "./texts.ts";
