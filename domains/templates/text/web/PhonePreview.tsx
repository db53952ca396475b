import { fillVariables, type VariableValues } from "#core/variables.ts";
import { marketingFooter, withFooter } from "#domains/marketing/sender/rules.ts";
import classes from "./PhonePreview.module.css";
import { templateTexts } from "./texts.ts";

const { preview } = templateTexts;

interface Props {
  /** The message as written, with its variables. */
  template: string;
  values: VariableValues;
  /** The picture's address, if it has one. */
  image?: string | null;
  /** Who it comes from: the location's number, or the company. */
  sender: string;
}

/** A customer's phone with the text as it arrives, the required footer included. */
export function PhonePreview({ template, values, image, sender }: Props) {
  const text = withFooter(fillVariables(template, values));
  const own = text.slice(0, text.length - marketingFooter.length);
  return (
    <section className={classes.frame} aria-label={preview.label}>
      <div className={classes.screen}>
        <div className={classes.status} aria-hidden>
          {preview.time}
        </div>
        <div className={classes.sender}>{sender}</div>
        <div className={classes.thread}>
          <p className={classes.time}>{preview.head}</p>
          {image && <img className={classes.picture} src={image} alt={preview.picture} />}
          <p className={classes.bubble} dir="auto">
            {template.trim() === "" ? <span>{preview.empty} </span> : own}
            <span>{marketingFooter}</span>
          </p>
        </div>
        <div className={classes.input} aria-hidden>
          {preview.input}
        </div>
      </div>
    </section>
  );
}
