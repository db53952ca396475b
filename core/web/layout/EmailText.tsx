import classes from "./EmailText.module.css";

/** An e-mail address on one line: one that is too long for its place ends in an ellipsis, and is never broken. */
export function EmailText({ email }: { email: string | null | undefined }) {
  if (!email) return null;
  return (
    <span className={classes.email} title={email}>
      {email}
    </span>
  );
}
