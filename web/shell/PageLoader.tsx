import { Center, Loader } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import classes from "./PageLoader.module.css";

/** While a screen's code is on its way; invisible for the first moment, so that quick ones don't flicker. */
export function PageLoader() {
  useEffect(() => {
    nprogress.start();
    return () => nprogress.complete();
  }, []);
  return (
    <Center className={classes.loader} role="status" aria-label="Loading">
      <Loader size="sm" />
    </Center>
  );
}
