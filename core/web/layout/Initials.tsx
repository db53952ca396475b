import classes from "./Initials.module.css";

const colors = ["harbor", "blue", "violet", "orange", "green"] as const;

interface Props {
  /** The initials: "MS". */
  initials: string;
  size?: number;
  /** Determines the color; pass an id or a name where initials alone would look alike. */
  seed?: string | number;
  /** The user's picture, shown instead. */
  image?: string | null | undefined;
}

/** A person's initials or picture in a circle. Hidden from screen readers, because the name stands beside it. */
export function Initials({ initials, size = 36, seed = initials, image }: Props) {
  const sum = [...String(seed)].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  const color = `var(--mantine-color-${colors[sum % colors.length]}-light`;
  const style = { "--size": `${size / 16}rem`, background: `${color})`, color: `${color}-color)` };
  return (
    <span className={classes.initials} style={style} aria-hidden>
      {image ? <img src={image} alt="" /> : initials}
    </span>
  );
}
