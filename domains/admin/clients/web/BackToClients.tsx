import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";

/** Links to all clients; also used on the form for a new tag. */
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
