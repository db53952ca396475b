import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { onDemand } from "#core/web/onDemand.tsx";

export const VisitDialog = onDemand(() => import("./VisitDialog.tsx"), "VisitDialog");

/** Opens the dialog that starts support access. */
export function LookButton({ client }: { client: { readonly id: number; readonly company: string } }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setOpened(true)}>
        Look into account
      </Button>
      <VisitDialog opened={opened} onClose={() => setOpened(false)} client={client} />
    </>
  );
}
