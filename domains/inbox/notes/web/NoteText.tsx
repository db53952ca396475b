import { useMembers } from "#domains/inbox/assignment/web/useMembers.ts";
import { mentionParts } from "#domains/team/rules.ts";
import classes from "./NoteText.module.css";

/** A note as plain text, in which mentioned colleagues stand out. */
export function NoteText({ text }: { text: string }) {
  const { members } = useMembers();
  let at = 0;
  return mentionParts(text, members).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.isMention) return part.text;
    return (
      <strong key={key} className={classes.mention}>
        {part.text}
      </strong>
    );
  });
}
