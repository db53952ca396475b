import { Button } from "@mantine/core";
import { Link } from "react-router";
import { type SincePeriod, sincePeriods } from "../contract.ts";
import classes from "./PeriodLinks.module.css";

const labels: Record<SincePeriod, string> = { all: "All Time", month: "This Month", week: "This Week", today: "Today" };

/** Filters clients by when they joined. */
export function PeriodLinks({ period }: { period: SincePeriod }) {
  return (
    <nav aria-label="Clients since" className={classes.links}>
      {sincePeriods.map((one) => (
        <Button
          key={one}
          component={Link}
          to={`/admin/clients/${one}`}
          size="xs"
          variant={one === period ? "filled" : "default"}
          aria-current={one === period ? "page" : undefined}
        >
          {labels[one]}
        </Button>
      ))}
    </nav>
  );
}
