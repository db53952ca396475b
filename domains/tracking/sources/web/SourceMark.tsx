import { nameOfSource } from "../rules.ts";
import classes from "./SourceCards.module.css";

/** A source's name with its color, the same wherever it is shown. @param sources all of them, in their order. */
export function SourceMark({ source, sources }: { source: string; sources: readonly string[] }) {
  return (
    <span className={classes.mark}>
      <span className={classes.color} data-nth={sources.indexOf(source) % 5} aria-hidden />
      <span className={classes.title} title={nameOfSource(source)}>
        {nameOfSource(source)}
      </span>
    </span>
  );
}
