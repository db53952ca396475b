import { Tooltip, UnstyledButton } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./InfoTooltip.module.css";

interface Props {
  /** What is explained, for screen readers: "Average response time". */
  about: string;
  /** The definition, in a sentence or two. */
  children: ReactNode;
}

/** An (i) whose definition appears on hover, on focus and at a tap. */
export function InfoTooltip({ about, children }: Props) {
  return (
    <Tooltip label={children} multiline maw={280} withinPortal events={{ hover: true, focus: true, touch: true }}>
      <UnstyledButton className={classes.info} aria-label={`About ${about}`}>
        <IconInfoCircle size={14} stroke={1.75} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
