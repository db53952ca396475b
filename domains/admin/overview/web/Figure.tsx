import { Anchor, Paper, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { countText } from "#core/count.ts";
import classes from "./Figure.module.css";

interface FigurePart {
  label: string;
  value: number;
  /** Link to the counted rows. */
  to?: string;
  /** The operator should act on it. */
  needsAttention?: boolean;
}

export interface FigureProps {
  name: string;
  /** What is counted. */
  definition: string;
  parts: FigurePart[];
}

/** A dashboard figure with its parts and definition. */
export function Figure({ name, definition, parts }: FigureProps) {
  return (
    <Paper component="section" withBorder p="lg" aria-label={name} className={classes.figure}>
      <Title order={2} fz="lg">
        {name}
      </Title>
      <dl className={classes.parts}>
        {parts.map(({ label, value, to, needsAttention }) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <dd data-asks={needsAttention || undefined}>
              {to ? (
                <Anchor component={Link} to={to} inherit>
                  {countText(value)}
                </Anchor>
              ) : (
                countText(value)
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {definition}
      </Text>
    </Paper>
  );
}
