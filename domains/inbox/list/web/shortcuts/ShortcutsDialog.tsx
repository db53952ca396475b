import "@mantine/core/styles/Switch.layer.css";
import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { areShortcutsOn, setShortcutsOn } from "#core/web/singleKeys.ts";
import { opensNext, setOpensNext } from "../rowNavigation.ts";
import classes from "./ShortcutsDialog.module.css";
import { otherKeys, shortcuts } from "./shortcutKeys.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The inbox's keyboard shortcuts, and a switch for the single-key ones. */
export function ShortcutsDialog({ opened, onClose }: Props) {
  const [on, setOn] = useState(areShortcutsOn);
  const [next, setNext] = useState(opensNext);
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <Switch
        label="Single-key shortcuts"
        description="Saved in this browser. They're off while you type."
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          setShortcutsOn(checked);
          setOn(checked);
        }}
      />
      <Switch
        mt="md"
        label="Open the next conversation"
        description="After you close or snooze one. Saved in this browser."
        checked={next}
        onChange={({ currentTarget: { checked } }) => {
          setOpensNext(checked);
          setNext(checked);
        }}
      />
      <Keys keys={shortcuts} isOff={!on} />
      <Keys keys={otherKeys} />
    </Modal>
  );
}

function Keys({ keys, isOff }: { keys: readonly { key: string; label: string }[]; isOff?: boolean }) {
  return (
    <dl className={classes.keys} data-off={isOff || undefined}>
      {keys.map(({ key, label }) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
