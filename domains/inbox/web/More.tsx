import { Button, Loader } from "@mantine/core";
import classes from "./More.module.css";

/** What a windowed list says about the rows that are not there yet. */
export interface MoreState {
  loading?: boolean;
  /** Why the next ones could not be loaded. */
  failure: string | undefined;
  retry: () => void;
}

/** Stands at the end where more rows belong. */
export function More({ context }: { context?: MoreState }) {
  if (context?.failure) {
    return (
      <div className={classes.more} role="alert">
        <p>{context.failure}</p>
        <Button size="compact-sm" variant="default" onClick={context.retry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!context?.loading) return null;
  return (
    <div className={classes.more}>
      <Loader size="sm" role="img" aria-label="Loading" />
    </div>
  );
}
