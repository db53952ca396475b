import { Spoiler } from "@mantine/core";
import "@mantine/core/styles/Spoiler.layer.css";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { card: texts } = reviewTexts;

/** Six lines, in pixels. */
const foldedHeight = 136;

/** What a review says; a long one is folded. */
export function ReviewWords({ text }: { text: string }) {
  if (text === "") return <p className={classes.noWords}>{texts.noText}</p>;
  return (
    <Spoiler maxHeight={foldedHeight} showLabel={texts.more} hideLabel={texts.less}>
      <p dir="auto" className={classes.words}>
        {text}
      </p>
    </Spoiler>
  );
}
