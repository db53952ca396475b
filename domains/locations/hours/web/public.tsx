import { Button } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { BusinessHoursProps } from "./BusinessHoursDialog.tsx";

/** Loaded when first opened. */
export const BusinessHoursDialog: ComponentType<BusinessHoursProps> = lazyDialog(
  () => import("./BusinessHoursDialog.tsx"),
  "BusinessHoursDialog",
);

/** Opens the dialog of a location's business hours. */
export function HoursButton({ location }: Pick<BusinessHoursProps, "location">) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconClock size={18} aria-hidden />}
        onClick={() => setOpened(true)}
        style={{ justifySelf: "start" }}
      >
        Business hours
      </Button>
      <BusinessHoursDialog opened={opened} onClose={() => setOpened(false)} location={location} />
    </>
  );
}
