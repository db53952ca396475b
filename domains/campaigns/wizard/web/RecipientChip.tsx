import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { wizardTexts as texts } from "./texts.ts";

const longest = 28;

interface Props {
  name: string;
  count?: number | undefined;
  onRemove: () => void;
}

/** A selected list or customer; pressing it removes it. */
export function RecipientChip({ name, count, onRemove }: Props) {
  const shown = name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
  return (
    <Button
      variant="light"
      size="compact-sm"
      title={name}
      aria-label={texts.remove(name)}
      rightSection={<IconX size={14} aria-hidden />}
      onClick={onRemove}
    >
      {shown}
      {count !== undefined && ` ${countText(count)}`}
    </Button>
  );
}
