import { Group } from "@mantine/core";
import type { Tag } from "../contract.ts";
import { TagBadge } from "./TagBadge.tsx";

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
