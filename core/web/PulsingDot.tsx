import { VisuallyHidden } from "@mantine/core";
import classes from "./PulsingDot.module.css";

/** The red dot that says something waits; `label` says it to screen readers. */
export function PulsingDot({ label }: { label: string }) {
  return (
    <span className={classes.dot}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
