import classes from "./Wizard.module.css";

interface Props {
  title: string;
  /** Its first words. */
  words: string;
  isChosen: boolean;
  onChoose: () => void;
}

/** A template that a campaign can start from. */
export function TemplateChoice({ title, words, isChosen, onChoose }: Props) {
  return (
    <button type="button" className={classes.template} aria-pressed={isChosen} onClick={onChoose}>
      <strong>{title}</strong>
      <span dir="auto">{words}</span>
    </button>
  );
}
