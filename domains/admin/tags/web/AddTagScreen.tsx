import { Button, Group, Paper, TextInput } from "@mantine/core";
import { useNavigate } from "react-router";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { BackToClients } from "#domains/admin/clients/web/BackToClients.tsx";
import { operatorTags } from "../contract.ts";
import classes from "./AddTagScreen.module.css";

/** A form for a new tag, which every business can use at once. */
export function AddTagScreen() {
  const navigate = useNavigate();
  const add = useCallForm(operatorTags.add, {
    initialValues: { name: "" },
    invalidates: [operatorTags.table],
    onSuccess: () => navigate("/admin/tags"),
  });

  return (
    <Screen title="Add Tag" actions={<BackToClients />}>
      <form noValidate onSubmit={add.submit} className={classes.form}>
        <Paper withBorder p="lg">
          <TextInput label="Tag Name" withAsterisk maxLength={60} autoFocus {...add.form.getInputProps("name")} />
          <Group justify="flex-end" mt="lg">
            <Button type="submit" loading={add.sending}>
              Add Tag
            </Button>
          </Group>
        </Paper>
      </form>
    </Screen>
  );
}
