import { Button, Text, TextInput } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { type ProfileSettings, settings } from "../contract.ts";
import classes from "./Settings.module.css";

export function CrmEmailForm({ settings: { crm_email } }: { settings: ProfileSettings }) {
  const change = useCallForm(settings.crmEmail, { initialValues: { crm_email }, invalidates: [settings.profile] });
  useUnsavedChanges(change.form.isDirty);
  return (
    <form noValidate onSubmit={change.submit} className={classes.line}>
      <TextInput type="email" label="Email for CRM" autoComplete="off" {...change.form.getInputProps("crm_email")} />
      <Button type="submit" variant="default" loading={change.sending} aria-label="Update Email for CRM">
        Update
      </Button>
    </form>
  );
}

/** The snippet that a website embeds to receive texts. */
export function MessagingSnippet({ script }: { script: string }) {
  const clipboard = useClipboard({ timeout: 2000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className={classes.form}>
      <Text fw={500}>Messaging iframe</Text>
      <Text fz="sm" c="dimmed">
        Paste this before the closing &lt;/body&gt; tag of your website.
      </Text>
      <pre className={classes.snippet}>
        <code>{script}</code>
      </pre>
      <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => clipboard.copy(script)}>
        {clipboard.copied ? "Copied" : "Copy"}
      </Button>
    </div>
  );
}
