import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Calls.module.css";
import { FailureAlert } from "./FailureAlert.tsx";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import page from "./SimulatorPage.module.css";
import type { usePolledQuery } from "./simulatorApi.ts";

/** A tab's forms on the left, what came of them on the right. */
export function FormBesideList({ children }: { children: ReactNode }) {
  return (
    <div className={page.scrolled} {...keyboardScrollable}>
      <div className={classes.calls}>{children}</div>
    </div>
  );
}

interface ListProps<Row> {
  title: string;
  rows: ReturnType<typeof usePolledQuery<Row[]>>;
  /** What an empty list says. */
  none: string;
  /** The API answers with the oldest first. */
  newestFirst?: boolean;
  children: (row: Row) => ReactNode;
}

/** A polled list under its heading. */
export function PolledList<Row>({ title, rows, none, newestFirst, children }: ListProps<Row>) {
  return (
    <section aria-label={title} className={classes.list}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <FailureAlert error={rows.error} />
      {rows.data?.length === 0 && <Text c="dimmed">{none}</Text>}
      {(newestFirst ? rows.data?.toReversed() : rows.data)?.map(children)}
    </section>
  );
}
