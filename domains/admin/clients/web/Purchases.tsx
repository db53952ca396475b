import { Badge, Text, Title } from "@mantine/core";
import { formatPhone } from "#core/phone.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { Purchase, PurchaseState } from "../contract.ts";
import classes from "./Purchases.module.css";

const stateBadges: Record<PurchaseState, { label: string; color: string }> = {
  intended: { label: "Being bought", color: "blue" },
  bought: { label: "Being released", color: "yellow" },
  assigned: { label: "Assigned", color: "green" },
  released: { label: "Released", color: "gray" },
  failed: { label: "Not bought", color: "red" },
  unknown: { label: "Unknown", color: "yellow" },
};

/** The latest purchases of numbers for a client and their states. */
export function Purchases({ purchases }: { purchases: readonly Purchase[] }) {
  const time = useTime();
  if (purchases.length === 0) return null;
  return (
    <section>
      <Title order={2} fz="lg" mb="sm">
        Purchases
      </Title>
      <ul className={classes.purchases} aria-live="polite">
        {purchases.map(({ number, location, state, error, started_at }) => (
          <li key={`${number} ${started_at}`}>
            <Text component="span" fw={600}>
              {formatPhone(number)}
            </Text>
            <Badge color={stateBadges[state].color}>{stateBadges[state].label}</Badge>
            <Text component="span" size="sm" c="dimmed">
              for {location}, {time.dateTime(started_at)}
            </Text>
            {error && (
              <Text size="sm" className={classes.why}>
                {error}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
