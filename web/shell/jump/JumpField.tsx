import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { Session } from "#core/web/session/session.ts";
import classes from "./JumpField.module.css";

const JumpDialog = lazyDialog(() => import("./JumpDialog.tsx"), "JumpDialog");

/** The header's field that opens the search, as Ctrl or Cmd and K do anywhere; on phones a button. */
export function JumpField({ person }: { person: Session }) {
  const [opened, setOpened] = useState(false);
  const toggle = () => {
    // Another dialog keeps what is being done in it.
    const isOtherOpen = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    setOpened((isOpen) => !isOpen && !isOtherOpen);
  };
  useHotkeys([["mod+K", toggle]], []);
  return (
    <>
      <button
        type="button"
        className={classes.field}
        aria-label="Search or jump to"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
        <span className={classes.hint}>Search or jump to…</span>
        <kbd className={classes.key}>Ctrl K</kbd>
      </button>
      <JumpDialog opened={opened} onClose={() => setOpened(false)} person={person} />
    </>
  );
}
