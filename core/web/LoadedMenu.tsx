import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { cloneElement, Fragment, type Ref, startTransition, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { DropItem, DropMenuProps } from "./DropMenu.tsx";

/** The menu itself; it opens as soon as it is there. */
export function LoadedMenu({ trigger, items, heading, width, position = "bottom-end" }: DropMenuProps) {
  const [opened, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  // The press itself is seen before the menu is drawn.
  const setOpened = (next: boolean) => startTransition(() => open(next));

  // This button took the place of the one that was clicked: the focus moves over, and comes back when the menu closes.
  useEffect(() => {
    button.current?.focus();
    startTransition(() => open(true));
  }, []);

  return (
    <Menu opened={opened} onChange={setOpened} position={position} width={width}>
      <Menu.Target>
        {cloneElement(trigger as React.ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: button })}
      </Menu.Target>
      <Menu.Dropdown mah="min(30rem, 75dvh)" style={{ overflowY: "auto" }} ref={reachable}>
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

/** What scrolls must be reached by the Tab key; Mantine's menu says otherwise, whatever it is told. */
function reachable(menu: HTMLElement | null): void {
  if (menu) menu.tabIndex = 0;
}

function Entry({ item }: { item: DropItem }) {
  const { label, icon: Shown, onClick, to, checked, danger, disabled } = item;
  const icon = Shown && <Shown size={16} />;
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
