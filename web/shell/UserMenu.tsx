import { Menu, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconLogout, IconSettings } from "@tabler/icons-react";
import { Link } from "react-router";
import { Initials } from "#core/web/Initials.tsx";
import { useHasScreen } from "#core/web/screen.ts";
import type { Session } from "#core/web/session.ts";
import { useLogout } from "#domains/accounts/web/public.tsx";
import classes from "./Header.module.css";

const roleNames = { superadmin: "Administrator", dealer: "Owner", manager: "Manager", agent: "Agent" } as const;

/** Who is signed in, and the way out. */
export function UserMenu({ person }: { person: Session }) {
  const hasSettings = useHasScreen("/settings", person.user_type);
  const logout = useLogout();
  const name = `${person.first_name} ${person.last_name}`.trim();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Initials of={person.user_name_initials} size={34} seed={name} />
          <span>{name}</span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          {roleNames[person.user_type]}
        </Menu.Label>
        <Menu.Divider />
        {hasSettings && (
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={16} aria-hidden />}>
            Settings
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          disabled={logout.isPending}
          onClick={() => logout.mutate({})}
        >
          logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
