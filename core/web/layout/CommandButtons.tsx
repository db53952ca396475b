import { Button, type ButtonProps } from "@mantine/core";
import { Link } from "react-router";
import { useCanEach } from "../session/useCan.ts";
import classes from "./CommandButtons.module.css";
import type { ScreenCommand, ScreenCommands } from "./screenCommands.ts";

/** The buttons of a screen's commands, for those who may use them. */
export function CommandButtons({ main, others = [] }: ScreenCommands) {
  const may = useCanEach();
  const isAllowed = ({ needs }: ScreenCommand) => !needs || may(needs);
  return (
    <>
      {others.filter(isAllowed).map((command) => (
        <CommandButton key={command.label} command={command} variant="default" className={classes.other} />
      ))}
      {main && isAllowed(main) && (
        <CommandButton
          command={main}
          classNames={{ root: classes.main, section: classes.icon, label: classes.label }}
        />
      )}
    </>
  );
}

function CommandButton({ command, ...look }: { command: ScreenCommand } & ButtonProps) {
  const { label, icon: Icon, to, onClick, loading } = command;
  const props = { ...look, leftSection: Icon && <Icon size={18} aria-hidden />, loading, onClick };
  return to ? (
    <Button {...props} component={Link} to={to}>
      {label}
    </Button>
  ) : (
    <Button {...props}>{label}</Button>
  );
}
