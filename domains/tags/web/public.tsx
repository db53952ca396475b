import { Badge, Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tag } from "../contract.ts";
import classes from "./public.module.css";

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

/** Several tags beside each other. */
export function TagBadges({ tags }: { tags: readonly Pick<Tag, "id" | "tag">[] }) {
  return (
    <Group gap={4}>
      {tags.map(({ id, tag }) => (
        <TagBadge key={id} name={tag} />
      ))}
    </Group>
  );
}
