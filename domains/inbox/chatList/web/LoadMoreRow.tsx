import { Button, Loader } from "@mantine/core";
import classes from "./LoadMoreRow.module.css";

/** The loading state of a virtualized list's next rows. */
export interface LoadMoreState {
  loading?: boolean;
  /** Why the next rows could not be loaded. */
  failure: string | undefined;
  retry: () => void;
}

/** Shown at the end of a list where more rows load. */
export function LoadMoreRow({ context }: { context?: LoadMoreState }) {
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
