import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type InboxAddress, inboxPath, longestSearch } from "#domains/inbox/sync/web/useInboxAddress.ts";
import classes from "./SearchBox.module.css";

/** Milliseconds without typing before a search starts. */
const debounce = 250;

/** The search field; it writes the query into the address. */
export function SearchBox({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const { q = "" } = address;
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const current = useRef(address);
  current.current = address;

  // The address changed from elsewhere: by Back, or by a link.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setTyped(q);
  }, [q]);

  useEffect(() => {
    const next = typed.trim();
    if (next === sent.current) return;
    const timer = setTimeout(
      () => {
        // Replaces the entry while searching, so that Back leads to the list and not through each query.
        const isSearching = sent.current !== "";
        sent.current = next;
        navigate(inboxPath({ ...current.current, q: next }), { replace: isSearching });
      },
      next === "" ? 0 : debounce,
    );
    return () => clearTimeout(timer);
  }, [typed, navigate]);

  return (
    <search className={classes.box}>
      <IconSearch size={16} className={classes.icon} aria-hidden />
      <input
        type="search"
        className={classes.field}
        aria-label="Search conversations"
        aria-keyshortcuts="/"
        placeholder="Search names, phone numbers, messages"
        autoComplete="off"
        spellCheck={false}
        maxLength={longestSearch}
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          setTyped("");
        }}
      />
    </search>
  );
}
