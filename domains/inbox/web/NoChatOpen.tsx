import { IconMessages } from "@tabler/icons-react";
import classes from "./NoChatOpen.module.css";

/** The middle pane while no chat is open. */
export function NoChatOpen() {
  return (
    <div className={classes.nothing}>
      <IconMessages size={44} stroke={1.2} aria-hidden />
      <p>Choose a conversation to read and answer it.</p>
    </div>
  );
}
