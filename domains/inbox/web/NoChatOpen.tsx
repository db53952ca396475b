import { IconMessages } from "@tabler/icons-react";
import { Suspense } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useFirstRun } from "../firstRun/web/useFirstRun.ts";
import classes from "./NoChatOpen.module.css";

const FirstRunList = lazyNamed(() => import("../firstRun/web/FirstRunList.tsx"), "FirstRunList");

/** The middle pane while no chat is open: a new owner's first steps, if some are left. */
export function NoChatOpen() {
  const led = useFirstRun();
  if (led) {
    return (
      <div className={classes.first} data-leads={led.has_chats === 0 || undefined}>
        <Suspense>
          <FirstRunList found={led} />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.nothing}>
      <IconMessages size={44} stroke={1.2} aria-hidden />
      <p>Select a conversation</p>
    </div>
  );
}
