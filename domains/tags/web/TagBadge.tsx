import { Badge } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./TagBadge.module.css";

interface Props {
  name: string;
  /** Shown after the name, such as a button that removes the tag. */
  action?: ReactNode;
}

/** A tag's name as every screen shows it; long names wrap. */
export function TagBadge({ name, action }: Props) {
  return (
    <Badge classNames={classes} rightSection={action}>
      {name}
    </Badge>
  );
}
