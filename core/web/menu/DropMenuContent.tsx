import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, Fragment, type Ref, startTransition, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { DropMenuProps, MenuOption } from "./menuOption.ts";

/** The loaded menu; opens as soon as it mounts. */
export function DropMenuContent({ trigger, items, heading, width, position = "bottom-end" }: DropMenuProps) {
  const [opened, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // A transition, so that the click shows feedback before the menu renders.
  const setOpened = (next: boolean) => startTransition(() => open(next));

  // This button replaces the clicked one: it takes over the focus, which returns here when the menu closes.
  useEffect(() => {
    button.current?.focus();
    startTransition(() => open(true));
  }, []);

  return (
    <Menu opened={opened} onChange={setOpened} position={position} width={width}>
      <Menu.Target>
        {cloneElement(trigger as React.ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: button })}
      </Menu.Target>
      <Menu.Dropdown mah="min(30rem, 75dvh)" style={{ overflowY: "auto" }} ref={makeFocusable}>
        {heading && (
          <>
            <Menu.Label component="div">{heading}</Menu.Label>
            <Menu.Divider />
          </>
        )}
        {items.map((item) => (
          <Fragment key={item.name ?? item.label}>
            {item.section && (
              <>
                <Menu.Divider />
                <Menu.Label>{item.section}</Menu.Label>
              </>
            )}
            <Entry item={item} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Scrollable content must be reachable by Tab; Mantine sets its own tabIndex regardless of props. */
function makeFocusable(menu: HTMLElement | null): void {
  if (menu) menu.tabIndex = 0;
}

function Entry({ item }: { item: MenuOption }) {
  const { label, icon: Icon, onClick, to, checked, danger, disabled } = item;
  const icon = Icon && <Icon size={16} />;
  if (checked !== undefined) {
    return (
      <Menu.RadioItem
        value={item.name ?? label}
        checked={checked}
        checkIcon={<IconCheck size={14} aria-hidden />}
        closeMenuOnClick
        rightSection={icon}
        onChange={onClick}
      >
        {label}
      </Menu.RadioItem>
    );
  }
  const color = danger ? "var(--mantine-color-error)" : undefined;
  if (to) {
    return (
      <Menu.Item component={Link} to={to} leftSection={icon} color={color} disabled={disabled} onClick={onClick}>
        {label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item leftSection={icon} color={color} disabled={disabled} onClick={onClick}>
      {label}
    </Menu.Item>
  );
}
