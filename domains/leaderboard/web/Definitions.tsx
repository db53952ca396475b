import classes from "./Definitions.module.css";

interface Props {
  /** The numbers with their definitions. */
  of: Readonly<Record<string, { readonly label: string; readonly sentence: string }>>;
}

/** Explains how the numbers above are counted. */
export function Definitions({ of }: Props) {
  return (
    <details className={classes.definitions}>
      <summary>How these numbers are counted</summary>
      <dl>
        {Object.entries(of).map(([key, { label, sentence }]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
