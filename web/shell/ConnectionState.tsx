import { Loader } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useConnection } from "#core/web/realtime.ts";
import classes from "./Header.module.css";

type Shown = "nothing" | "reconnecting" | "restored";

/** Says that news don't arrive by themselves right now, and when they do again. Short breaks aren't worth a word. */
export function ConnectionState() {
  const connection = useConnection();
  const [shown, setShown] = useState<Shown>("nothing");

  useEffect(() => {
    const lost = connection === "reconnecting";
    const wait = setTimeout(
      () => setShown((now) => (lost ? "reconnecting" : now === "reconnecting" ? "restored" : now)),
      lost ? 1500 : 0,
    );
    return () => clearTimeout(wait);
  }, [connection]);

  useEffect(() => {
    if (shown !== "restored") return;
    const wait = setTimeout(() => setShown("nothing"), 3000);
    return () => clearTimeout(wait);
  }, [shown]);

  return (
    <span role="status" className={classes.state}>
      {shown === "reconnecting" && (
        <>
          <Loader size={12} aria-hidden /> Reconnecting…
        </>
      )}
      {shown === "restored" && (
        <>
          <IconCheck size={14} aria-hidden /> Up to date
        </>
      )}
    </span>
  );
}
