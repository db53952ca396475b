import { Avatar } from "@mantine/core";

const colors = ["harbor", "blue", "violet", "orange", "green"] as const;

interface Props {
  /** The initials themselves: "MS". */
  of: string;
  size?: number | string;
  /** The same text always has the same colour; give an id or a name where initials alone would look alike. */
  seed?: string | number;
}

/** A person's initials in a circle. The name stands beside it, so it is silent to screen readers. */
export function Initials({ of, size = 36, seed = of }: Props) {
  const sum = [...String(seed)].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <Avatar size={size} radius="xl" color={colors[sum % colors.length]} aria-hidden>
      {of}
    </Avatar>
  );
}
