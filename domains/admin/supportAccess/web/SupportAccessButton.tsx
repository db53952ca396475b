import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export const SupportAccessDialog = lazyDialog(() => import("./SupportAccessDialog.tsx"), "SupportAccessDialog");

/** Opens the dialog that starts support access. */
export function SupportAccessButton({ client }: { client: { readonly id: number; readonly company: string } }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconEye size={18} aria-hidden />} onClick={() => setOpened(true)}>
        View as client
      </Button>
      <SupportAccessDialog opened={opened} onClose={() => setOpened(false)} client={client} />
    </>
  );
}
