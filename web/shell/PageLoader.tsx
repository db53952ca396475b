import { Center, Loader } from "@mantine/core";
import { nprogress } from "@mantine/nprogress";
import { useEffect } from "react";
import classes from "./PageLoader.module.css";

/** Shown while a screen's code loads; invisible at first, so that fast loads don't flicker. */
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
