import { Button, TextInput } from "@mantine/core";
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
