import { Loader } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useConnectionStatus } from "#core/web/realtime/realtime.ts";
import classes from "./Header.module.css";

type ConnectionNotice = "nothing" | "reconnecting" | "restored";

/** Shows when realtime updates are interrupted and when they resume; ignores breaks under 1.5 s. */
export function ConnectionState() {
  const connection = useConnectionStatus();
  const [notice, setNotice] = useState<ConnectionNotice>("nothing");

  useEffect(() => {
    const isLost = connection === "reconnecting";
    const timer = setTimeout(
      () => setNotice((current) => (isLost ? "reconnecting" : current === "reconnecting" ? "restored" : current)),
      isLost ? 1500 : 0,
    );
    return () => clearTimeout(timer);
  }, [connection]);

  useEffect(() => {
    if (notice !== "restored") return;
    const timer = setTimeout(() => setNotice("nothing"), 3000);
    return () => clearTimeout(timer);
  }, [notice]);

  return (
    <span role="status" className={classes.state}>
      {notice === "reconnecting" && (
        <>
          <Loader size={12} aria-hidden /> Reconnecting…
        </>
      )}
      {notice === "restored" && (
        <>
          <IconCheck size={14} aria-hidden /> Up to date
        </>
      )}
    </span>
  );
}
