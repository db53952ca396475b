import { Tooltip } from "@mantine/core";

interface Props {
  names: readonly string[];
  className: string | undefined;
}

/** The number of further tags with their names over it; open at once, as it mounts under the pointer. */
export function MoreTagsTooltip({ names, className }: Props) {
  return (
    <Tooltip label={names.join(", ")} defaultOpened events={{ hover: true, focus: true, touch: true }}>
      <span className={className}>+{names.length}</span>
    </Tooltip>
  );
}
