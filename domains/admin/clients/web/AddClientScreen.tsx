import { Alert, Button, Group, Paper, Title } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useUnsavedChanges } from "#core/web/form/useUnsavedChanges.ts";
import { Screen } from "#core/web/layout/Screen.tsx";
import { clients } from "../contract.ts";
import classes from "./AddClientScreen.module.css";
import { BackToClients } from "./BackToClients.tsx";
import { BusinessFields } from "./BusinessFields.tsx";
import { emptyClient } from "./emptyClient.ts";
import { LocationFields } from "./LocationFields.tsx";

/** Milliseconds until the operator returns to the clients. */
const returnDelay = 5_000;

/** A form for a new client business with its owner and first location. */
export function AddClientScreen() {
  const navigate = useNavigate();
  const [added, setAdded] = useState<string>();
  const add = useCallForm(clients.add, {
    initialValues: emptyClient,
    invalidates: [clients.table],
    onSuccess: ({ data }) => {
      setAdded(data.location_address);
      add.form.reset();
    },
  });
  useUnsavedChanges(add.form.isDirty);

  useEffect(() => {
    if (added === undefined) return;
    const timer = setTimeout(() => navigate("/admin/clients"), returnDelay);
    return () => clearTimeout(timer);
  }, [added, navigate]);

  return (
    <Screen title="Add New Client" actions={<BackToClients />}>
      {added !== undefined && (
        <Alert role="status" color="green" mb="md" icon={<IconCheck aria-hidden />} title="Client added">
          {added}. Opening the list of clients in 5 seconds.
        </Alert>
      )}
      <form noValidate onSubmit={add.submit}>
        <Paper withBorder p="lg" className={classes.form}>
          <section>
            <Title order={2} fz="lg" mb="md">
              Owner and business
            </Title>
            <BusinessFields form={add.form} />
          </section>
          <section>
            <Title order={2} fz="lg" mb="md">
              First location
            </Title>
            <LocationFields form={add.form} />
          </section>
          <Group justify="flex-end">
            <Button type="submit" loading={add.sending}>
              Add Client
            </Button>
          </Group>
        </Paper>
      </form>
    </Screen>
  );
}
