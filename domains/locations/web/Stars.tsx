import { VisuallyHidden } from "@mantine/core";
import { IconStar, IconStarFilled, IconStarHalfFilled } from "@tabler/icons-react";
import { starsOf } from "../rules.ts";
import classes from "./Stars.module.css";

const icons = { full: IconStarFilled, half: IconStarHalfFilled, empty: IconStar } as const;

/** A rating as five stars. */
export function Stars({ rate }: { rate: number }) {
  const stars = starsOf(rate).map((star, place) => ({ Icon: icons[star], place }));
  return (
    <span className={classes.stars}>
      {stars.map(({ Icon, place }) => (
        <Icon key={place} size={16} aria-hidden />
      ))}
      <VisuallyHidden>{rate === 0 ? "No rating yet" : `${rate} of 5 stars`}</VisuallyHidden>
    </span>
  );
}
