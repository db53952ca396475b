import { VisuallyHidden } from "@mantine/core";
import classes from "./PulsingDot.module.css";

/** A red attention dot; `label` is for screen readers. */
export function PulsingDot({ label }: { label: string }) {
  return (
    <span className={classes.dot}>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
