import { starterTemplates } from "../../starters/rules.ts";
import classes from "./StarterList.module.css";
import { emailTemplateTexts as texts } from "./texts.ts";

/** Emails to begin with. Nothing is saved until somebody saves it. */
export function StarterList({ chosen, onOpen }: { chosen: string | undefined; onOpen: (key: string) => void }) {
  return (
    <section className={classes.starters} aria-labelledby="email-starters">
      <h2 id="email-starters">{texts.starters}</h2>
      <ul>
        {starterTemplates.map(({ key, title, about }) => (
          <li key={key}>
            <button type="button" aria-current={key === chosen || undefined} title={about} onClick={() => onOpen(key)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
