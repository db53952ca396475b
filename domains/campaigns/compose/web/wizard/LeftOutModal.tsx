import { Anchor, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./LeftOut.module.css";

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Why they are left out. */
  title: string;
  children: ReactNode;
}

/** The people whom one reason leaves out. */
export function LeftOutModal({ opened, onClose, title, children }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <ul className={classes.people}>{children}</ul>
    </Modal>
  );
}

/** One of them, with the phone or address that gets nothing. */
export function LeftOutPerson({ customer_id, name, address }: { customer_id: number; name: string; address: string }) {
  return (
    <li>
      <Anchor component={Link} to={`/customer/${customer_id}`} target="_blank" dir="auto">
        {name}
      </Anchor>
      <span>{address}</span>
    </li>
  );
}

/** What stands below them: how to see more, or that there are more. */
export function LeftOutNote({ children }: { children: ReactNode }) {
  return <li className={classes.more}>{children}</li>;
}
