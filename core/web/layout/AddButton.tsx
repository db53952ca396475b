import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { Can } from "../session/Can.tsx";

interface Props {
  /** The call that adds: users who may not make it don't see the button. */
  use: Parameters<typeof Can>[0]["use"];
  ref: Ref<HTMLButtonElement>;
  onClick: () => void;
  children: ReactNode;
}

/** The button that adds an entry to a short list inside a panel. */
export function AddButton({ use, ref, onClick, children }: Props) {
  return (
    <Can use={use}>
      <Button
        variant="subtle"
        size="compact-sm"
        ref={ref}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={onClick}
      >
        {children}
      </Button>
    </Can>
  );
}
