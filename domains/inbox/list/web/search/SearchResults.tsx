import { Button, Loader } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Virtuoso } from "react-virtuoso";
import { countText } from "#core/count.ts";
import { searchWords } from "#core/searchWords.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { type FoundMessage, minSearchCharacters } from "../../contract.ts";
import { marksIn, phoneMarks, type TextRange } from "../../rules.ts";
import chatRow from "../ChatRows.module.css";
import { shortTime } from "../chatTime.ts";
import { initialsOf, nameOf, phoneText } from "../customerName.ts";
import { listComponents } from "../LoadMoreRow.tsx";
import { moveFocusByArrows } from "../rowNavigation.ts";
import classes from "./SearchResults.module.css";
import type { SearchHits } from "./searchHits.ts";
import { useSearchHits } from "./useSearchHits.ts";

type ResultEntry =
  | { key: string; heading: string }
  | { key: string; note: string }
  | { key: string; more: "chats" }
  | { key: string; chat: Chat }
  | { key: string; hit: SearchHits["messages"][number] };

/** How many people are shown above the messages until "More people" is pressed. */
const initialPeople = 5;

function entriesOf({ chats, messages, next, searchesMessages }: SearchHits, showsAllPeople: boolean): ResultEntry[] {
  const shown = showsAllPeople ? chats : chats.slice(0, initialPeople);
  const hasMore = shown.length < chats.length || next.chats !== null;
  return [
    ...(chats.length > 0 ? [{ key: "people", heading: "People" }] : []),
    ...shown.map((chat) => ({ key: `chat ${chat.id}`, chat })),
    ...(hasMore ? [{ key: "more", more: "chats" as const }] : []),
    ...(messages.length > 0 ? [{ key: "messages", heading: "Messages" }] : []),
    ...messages.map((hit) => ({ key: `message ${hit.message_id}`, hit })),
    ...(searchesMessages ? [] : [{ key: "short", note: "Type 3 letters or digits in a row to search messages, too." }]),
  ];
}

const withCount = (count: number, isMore: boolean, one: string, many: string) =>
  `${countText(count)}${isMore ? "+" : ""} ${count === 1 && !isMore ? one : many}`;

/** The number of results loaded so far, with `+` when there are more. */
function countOf({ chats, messages, next }: SearchHits): string {
  const parts = [
    ...(chats.length > 0 ? [withCount(chats.length, next.chats !== null, "person", "people")] : []),
    ...(messages.length > 0 ? [withCount(messages.length, next.messages !== null, "message", "messages")] : []),
  ];
  return parts.join(", ");
}

interface Props {
  q: string;
  address: InboxAddress;
}

/** Search results in place of the list: people first, then messages, newest first. */
export function SearchResults({ q, address }: Props) {
  const { hits, fresh, showNew, loading, failure, more, retry } = useSearchHits(q);
  /** The query for which more than the first people are shown. */
  const [openFor, setOpenFor] = useState<string>();
  if ([...q].length < minSearchCharacters) return <p className={classes.hint}>Type at least 2 characters.</p>;
  if (!hits) {
    if (failure) return <LoadFailure failure={{ message: failure }} retry={retry} title="Search failed" m="md" />;
    return <Loader className={classes.loader} role="status" aria-label="Searching" />;
  }
  const count = countOf(hits);
  const showsAllPeople = openFor === hits.q;
  const entries = entriesOf(hits, showsAllPeople);
  const isDone = hits.q === q && loading === undefined && hits.next.messages === null && hits.next.chats === null;
  const morePeople = () => {
    setOpenFor(hits.q);
    if (showsAllPeople || hits.chats.length <= initialPeople) more("chats");
  };
  return (
    <>
      <p className={classes.count} role="status">
        {count || (isDone ? "No results found." : "Searching…")}
        {fresh > 0 && (
          <Button variant="light" size="compact-sm" className={classes.fresh} onClick={showNew}>
            Show {withCount(fresh, false, "new result", "new results")}
          </Button>
        )}
      </p>
      {count === "" && isDone && !failure ? (
        <NoResults q={q} isShort={!hits.searchesMessages} />
      ) : (
        <Virtuoso
          key={`${hits.version} ${hits.q}`}
          className={classes.rows}
          data={entries}
          tabIndex={-1}
          computeItemKey={(_, { key }) => key}
          defaultItemHeight={76}
          increaseViewportBy={300}
          endReached={() => more(hits.next.messages === null && showsAllPeople ? "chats" : "messages")}
          components={listComponents}
          context={{ loading: loading !== undefined, failure, retry }}
          itemContent={(_, entry) => {
            if ("heading" in entry) return <h2 className={classes.heading}>{entry.heading}</h2>;
            if ("note" in entry) return <p className={classes.hint}>{entry.note}</p>;
            if ("chat" in entry) return <FoundChatRow chat={entry.chat} q={hits.q} address={address} />;
            if ("hit" in entry) return <FoundMessageRow hit={entry.hit} address={address} />;
            return (
              <Button variant="subtle" size="compact-sm" className={classes.more} onClick={morePeople}>
                More people
              </Button>
            );
          }}
        />
      )}
    </>
  );
}

function NoResults({ q, isShort }: { q: string; isShort: boolean }) {
  return (
    <div className={classes.nothing}>
      <p className={classes.title}>No User found.</p>
      <p>
        {isShort ? `No name, phone or email has “${q}” in it.` : `No name, phone, email or message has “${q}” in it.`}
      </p>
      {isShort && <p>Type 3 letters or digits in a row to search messages, too.</p>}
    </div>
  );
}

interface FoundRowProps {
  chat: Chat;
  address: InboxAddress;
  at?: number;
  when: string;
  name: ReactNode;
  below: ReactNode;
}

/** A search result's row: whose chat it is, and below it the match. */
function FoundRow({ chat, address, at, when, name, below }: FoundRowProps) {
  const { zone, dateTime } = useTime();
  const isOpen = chat.id === address.open && at === address.at;
  return (
    <Link
      to={inboxPath({ ...address, open: chat.id, at })}
      className={`${chatRow.row} ${classes.row}`}
      aria-current={isOpen ? "page" : undefined}
      data-chat={chat.id}
      onKeyDown={moveFocusByArrows}
    >
      <Initials initials={initialsOf(chat.customer)} seed={chat.customer.id} size={40} />
      <span className={chatRow.lines}>
        <span className={chatRow.line}>
          <span className={chatRow.name}>
            <span className={chatRow.cut}>{name}</span>
          </span>
          <time className={chatRow.time} dateTime={when} title={dateTime(when)}>
            {shortTime(when, zone, new Date())}
          </time>
        </span>
        <span className={classes.below}>{below}</span>
      </span>
    </Link>
  );
}

/** A chat whose customer matches, with the matches highlighted. */
function FoundChatRow({ chat, q, address }: { chat: Chat; q: string; address: InboxAddress }) {
  const { customer } = chat;
  const words = searchWords(q);
  const name = nameOf(customer);
  const phone = phoneText(customer.phone);
  const emailMarks = marksIn(customer.email, words);
  return (
    <FoundRow
      chat={chat}
      address={address}
      when={chat.chat_time}
      name={<HighlightedText text={name} marks={name === phone ? phoneMarks(name, words) : marksIn(name, words)} />}
      below={
        <>
          {name !== phone && <HighlightedText text={phone} marks={phoneMarks(phone, words)} />}
          {emailMarks.length > 0 && (
            <>
              {" "}
              <HighlightedText text={customer.email} marks={emailMarks} />
            </>
          )}
        </>
      }
    />
  );
}

/** A matching message: an excerpt around the match. */
function FoundMessageRow({ hit, address }: { hit: FoundMessage; address: InboxAddress }) {
  return (
    <FoundRow
      chat={hit.chat}
      address={address}
      at={hit.message_id}
      when={hit.datetime}
      name={nameOf(hit.chat.customer)}
      below={
        <>
          {hit.is_from_customer === 0 && "Us: "}
          <HighlightedText text={hit.excerpt} marks={hit.marks} />
        </>
      }
    />
  );
}

/** A text with the matches highlighted. */
function HighlightedText({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts = marks.map(([from, to], at) => ({ before: text.slice(marks[at - 1]?.[1] ?? 0, from), from, to }));
  return (
    <>
      {parts.map(({ before, from, to }) => (
        <span key={from}>
          {before}
          <mark>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice((marks.at(-1) as TextRange | undefined)?.[1] ?? 0)}
    </>
  );
}
