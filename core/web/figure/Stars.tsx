import { VisuallyHidden } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import classes from "./Stars.module.css";

const places = [1, 2, 3, 4, 5];

/** How much of a star isn't gold, in percent. */
const missing = (rating: number, place: number) => 100 * (1 - Math.min(1, Math.max(0, rating - place + 1)));

/** A rating from 1 to 5 as stars, an average with a part of one; 0 stands for none. */
export function Stars({ rating }: { rating: number }) {
  const shown = Math.round(rating * 10) / 10;
  return (
    <span className={classes.stars}>
      {places.map((place) => (
        <span key={place}>
          <IconStarFilled size={16} aria-hidden />
          <IconStarFilled size={16} aria-hidden style={{ clipPath: `inset(0 ${missing(rating, place)}% 0 0)` }} />
        </span>
      ))}
      <VisuallyHidden>{shown === 0 ? "No rating yet" : `${shown} of 5 stars`}</VisuallyHidden>
    </span>
  );
}
