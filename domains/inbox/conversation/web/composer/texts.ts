import { countText } from "#core/count.ts";

const characters = (count: number) => (count === 1 ? "1 character" : `${countText(count)} characters`);

/** The words of the composer. */
export const composerTexts = {
  kinds: "What to write",
  text: "Text",
  note: "Internal note",
  mentionTitle: "Mention a colleague in an internal note",
  library: "From library",
  save: "Save note",
  saveTitle: "Enter saves, Shift + Enter starts a new line",
  mayBeBlocked: "Carriers may block this text: your number isn’t registered yet.",
  onlyTeam: "Only your team sees this",
  cut: (count: number) => `${characters(count)} didn't fit.`,
  keepRest: "Keep the rest",
  kept: (count: number) => `${characters(count)} kept for your next text.`,
  discardRest: "Discard",
  templates: {
    title: "Templates",
    search: "Search templates",
    notFound: "No matching records found",
    none: "No templates yet.",
    create: "Create a template",
    noneForAgents: "No templates yet. Managers and owners create them.",
    withPicture: "With picture",
    tooLong: "This template doesn't fit. Shorten your text first.",
    pictureFailed: "The picture couldn't be attached. Remove it and try again.",
  },
} as const;
