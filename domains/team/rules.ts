/** A member, as far as naming one in a text goes. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** A colleague's name that is being typed. */
export interface Asked {
  /** Where the @ stands. */
  readonly start: number;
  readonly query: string;
}

const typing = /(?:^|[\s("'])@([\p{L}\p{M}\p{N}'’.-]*(?: [\p{L}\p{M}\p{N}'’.-]+)?)$/u;

/** The @ and the letters before the cursor: not in an e-mail address, where a letter stands before the @. */
export function mentionAt(text: string, cursor: number): Asked | undefined {
  const query = typing.exec(text.slice(0, cursor))?.[1];
  return query === undefined ? undefined : { start: cursor - query.length - 1, query };
}

const marks = /\p{M}/gu;
const plain = (text: string) => text.normalize("NFD").replace(marks, "").toLowerCase();

const shownAtOnce = 6;

/** Whose name, or a part of it, begins with what was typed. */
export function suggested<M extends Named>(members: readonly M[], query: string): M[] {
  const typed = plain(query);
  const fits = ({ name }: M) => {
    const whole = plain(name);
    return whole.startsWith(typed) || whole.split(/[\s-]+/).some((part) => part.startsWith(typed));
  };
  return members.filter(fits).slice(0, shownAtOnce);
}

const letter = /[\p{L}\p{M}\p{N}]/u;

/** Whose names still stand in the text, each once. */
export function standing<M extends Named>(text: string, mentions: readonly M[]): M[] {
  const stands = ({ name }: M) => {
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      if (!letter.test(text[at - 1] ?? "") && !letter.test(text[at + name.length] ?? "")) return true;
    }
    return false;
  };
  const seen = new Set<number>();
  return mentions.filter((mention) => stands(mention) && !seen.has(mention.id) && seen.add(mention.id));
}

/** Those whose names stand in the text behind an @; of `@Ann Marie`, not the colleague who is just Ann. */
export function namedIn<M extends Named>(text: string, members: readonly M[]): M[] {
  const names = [...new Set(members.flatMap(({ name }) => name || []))];
  let rest = text;
  const meant = names
    .sort((one, other) => other.length - one.length)
    .filter((name) => {
      const isNamed = standing(rest, [{ id: 0, name: `@${name}` }]).length > 0;
      rest = rest.replaceAll(`@${name}`, "@");
      return isNamed;
    });
  return members.filter(({ name }) => meant.includes(name));
}

/** What was somebody's and is another's now: how many of which things. */
export interface HandedOver {
  /** In the singular: `chat`. */
  readonly what: string;
  readonly count: number;
}

/** `3 chats and 1 task were handed to you`; empty when there was nothing. */
export function handedText(handed: readonly HandedOver[]): string {
  const some = handed.filter(({ count }) => count > 0);
  const named = some.map(({ what, count }) => `${count} ${what}${count === 1 ? "" : "s"}`);
  const last = named.pop();
  if (last === undefined) return "";
  const total = some.reduce((sum, { count }) => sum + count, 0);
  const all = named.length > 0 ? `${named.join(", ")} and ${last}` : last;
  return `${all} ${total === 1 ? "was" : "were"} handed to you`;
}

/** Sentences put together; those that are empty are left out. */
export function saidTogether(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(". ");
}
