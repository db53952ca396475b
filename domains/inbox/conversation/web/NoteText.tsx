import { Text } from "@mantine/core";
import { useMembers } from "#domains/inbox/list/web/AssigneeBadge.tsx";
import { mentionParts } from "#domains/team/rules.ts";

/** A note as plain text, with mentioned colleagues highlighted. */
export function NoteText({ text }: { text: string }) {
  const { members } = useMembers();
  let at = 0;
  return mentionParts(text, members).map((part) => {
    const key = at;
    at += part.text.length;
    if (!part.isMention) return part.text;
    return (
      <Text key={key} component="strong" inherit fw={600}>
        {part.text}
      </Text>
    );
  });
}
