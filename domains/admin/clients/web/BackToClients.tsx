import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";

/** Leads from one client, or from a new one, to all of them. */
export function BackToClients() {
  return (
    <Button
      component={Link}
      to="/admin/clients"
      variant="default"
      leftSection={<IconArrowLeft size={18} aria-hidden />}
    >
      Go Back
    </Button>
  );
}
