import { Center, Loader } from "@mantine/core";
import classes from "./PageLoader.module.css";

/** While a screen's code is on its way; invisible for the first moment, so that quick ones don't flicker. */
export function PageLoader() {
  return (
    <Center className={classes.loader} role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
