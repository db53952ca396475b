import { Badge, Text } from "@mantine/core";
import type { Alert, AlertKind } from "../contract.ts";
import { kindNames, lastedText } from "../rules.ts";
import classes from "./AlertCell.module.css";
import { alertTexts } from "./texts.ts";

const colors: Record<AlertKind, string> = { warning: "yellow", danger: "red", success: "green" };

/** The alert's kind and cause; for an ended one also how and after how long it ended. */
export function AlertCell({ alert }: { alert: Alert }) {
  const { kind, why, began_at, resolved_at, how } = alert;
  return (
    <div className={classes.alert}>
      <Badge miw="max-content" color={resolved_at ? "gray" : colors[kind]}>
        {kindNames[kind]}
      </Badge>
      <div>
        <Text size="sm" className={classes.why} c={resolved_at ? "dimmed" : undefined}>
          {why}
        </Text>
        {resolved_at && (
          <Text size="xs" c="dimmed">
            {alertTexts.closedAfter(lastedText(new Date(began_at), new Date(resolved_at)))} {how}
          </Text>
        )}
      </div>
    </div>
  );
}
