import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { DropMenu } from "../menu/DropMenu.tsx";
import { useSession } from "../session/session.ts";
import { type Density, setDensity } from "./density.ts";
import { useDensity } from "./useDensity.ts";

const choices: readonly { density: Density; label: string }[] = [
  { density: "compact", label: "Compact rows" },
  { density: "comfortable", label: "Comfortable rows" },
];

/** The menu that changes it, at the end of a table's toolbar. */
export function DensityMenu() {
  const id = useSession()?.user_id ?? 0;
  const current = useDensity();
  return (
    <DropMenu
      width={190}
      trigger={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Row height">
          <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
      items={choices.map(({ density, label }) => ({
        label,
        checked: density === current,
        onClick: () => setDensity(localStorage, id, density),
      }))}
    />
  );
}
