/** Someone who can be mentioned in a text. */
export interface Mentionable {
  readonly id: number;
  readonly name: string;
}

/** A mention that is being typed. */
export interface MentionQuery {
  /** Index of the @. */
  readonly start: number;
  readonly query: string;
}

const mentionPattern = /(?:^|[\s("'])@([\p{L}\p{M}\p{N}'’.-]*(?: [\p{L}\p{M}\p{N}'’.-]+)?)$/u;

/** The mention that is being typed before the cursor; an email address is none, because a letter precedes its @. */
export function mentionQueryAt(text: string, cursor: number): MentionQuery | undefined {
  const query = mentionPattern.exec(text.slice(0, cursor))?.[1];
  return query === undefined ? undefined : { start: cursor - query.length - 1, query };
}

const accents = /\p{M}/gu;
const normalized = (text: string) => text.normalize("NFD").replace(accents, "").toLowerCase();

const maxSuggestions = 6;

/** Members whose name, or a word of it, starts with the query. */
export function suggestMembers<M extends Mentionable>(members: readonly M[], query: string): M[] {
  const typed = normalized(query);
  const matches = ({ name }: M) => {
    const whole = normalized(name);
    return whole.startsWith(typed) || whole.split(/[\s-]+/).some((part) => part.startsWith(typed));
  };
  return members.filter(matches).slice(0, maxSuggestions);
}

const letterPattern = /[\p{L}\p{M}\p{N}]/u;

/** The mentions whose names still appear in the text, each once. */
export function mentionsInText<M extends Mentionable>(text: string, mentions: readonly M[]): M[] {
  const appears = ({ name }: M) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      if (!letterPattern.test(text[at - 1] ?? "") && !letterPattern.test(text[at + name.length] ?? "")) return true;
    }
    return false;
  };
  const seen = new Set<number>();
  return mentions.filter((mention) => appears(mention) && !seen.has(mention.id) && seen.add(mention.id));
}

/** Members whose names follow an @ in the text; `@Ann Marie` does not mention a colleague named Ann. */
export function mentionedMembers<M extends Mentionable>(text: string, members: readonly M[]): M[] {
  const names = [...new Set(members.flatMap(({ name }) => name || []))];
  let rest = text;
  const mentionedNames = names
    .sort((one, other) => other.length - one.length)
    .filter((name) => {
      const isNamed = mentionsInText(rest, [{ id: 0, name: `@${name}` }]).length > 0;
      rest = rest.replaceAll(`@${name}`, "@");
      return isNamed;
    });
  return members.filter(({ name }) => mentionedNames.includes(name));
}

/** A part of a text: a mention with its @, or the text between mentions. */
export interface MentionPart {
  readonly text: string;
  readonly isMention: boolean;
}

/** Splits a text at the mentions of members; of names that begin alike, the longest counts. */
export function mentionParts(text: string, members: readonly Pick<Mentionable, "name">[]): MentionPart[] {
  const names = members.flatMap(({ name }) => name || []).sort((one, other) => other.length - one.length);
  const mentionAt = (at: number) => {
    if (text[at] !== "@" || letterPattern.test(text[at - 1] ?? "")) return undefined;
    return names.find((name) => text.startsWith(name, at + 1) && !letterPattern.test(text[at + 1 + name.length] ?? ""));
  };
  const parts: MentionPart[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const name = mentionAt(at);
    if (name === undefined) continue;
    if (at > from) parts.push({ text: text.slice(from, at), isMention: false });
    from = at + 1 + name.length;
    parts.push({ text: text.slice(at, from), isMention: true });
  }
  if (from < text.length) parts.push({ text: text.slice(from), isMention: false });
  return parts;
}

/** How many items of one kind were handed over. */
export interface HandedOverCount {
  /** Singular noun: `chat`. */
  readonly what: string;
  readonly count: number;
  /** The outcome, where the count doesn't say it. */
  readonly sentence?: string;
}

/** `3 chats and 1 task were assigned to you`, and what else became of their work; empty without any. */
export function handedOverText(handed: readonly HandedOverCount[]): string {
  return joinSentences(countsText(handed), ...handed.map(({ sentence = "" }) => sentence));
}

function countsText(handed: readonly HandedOverCount[]): string {
  const nonEmpty = handed.filter(({ count }) => count > 0);
  const phrases = nonEmpty.map(({ what, count }) => `${count} ${what}${count === 1 ? "" : "s"}`);
  const last = phrases.pop();
  if (last === undefined) return "";
  const total = nonEmpty.reduce((sum, { count }) => sum + count, 0);
  const all = phrases.length > 0 ? `${phrases.join(", ")} and ${last}` : last;
  return `${all} ${total === 1 ? "was" : "were"} assigned to you`;
}

/** Joins sentences and skips empty ones. */
export function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(". ");
}
