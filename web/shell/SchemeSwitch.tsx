import { ActionIcon, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";

const choices = [
  { scheme: "light", label: "Light", icon: IconSun },
  { scheme: "dark", label: "Dark", icon: IconMoon },
  { scheme: "auto", label: "System", icon: IconDeviceDesktop },
] as const;

/** Switches between light, dark and the device's setting. */
export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const CurrentIcon = choices.find(({ scheme }) => scheme === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <DropMenu
      width={180}
      trigger={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Theme">
          <CurrentIcon size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      }
      items={choices.map(({ scheme, label, icon }) => ({
        label,
        icon,
        checked: scheme === colorScheme,
        onClick: () => setColorScheme(scheme),
      }))}
    />
  );
}
