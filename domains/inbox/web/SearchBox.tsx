import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import classes from "./SearchBox.module.css";
import { type InboxAddress, inboxPath, longestSearch } from "./useInboxAddress.ts";

/** A pause in typing after which is searched. */
const pause = 250;

/** Where one types what to look for; the address carries it on. */
export function SearchBox({ address }: { address: InboxAddress }) {
  const navigate = useNavigate();
  const { q = "" } = address;
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const current = useRef(address);
  current.current = address;

  // The address has changed by itself: by Back, or by a link.
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
        // Back leads to the list at once, not through every word on the way.
        const isOn = sent.current !== "";
        sent.current = next;
        navigate(inboxPath({ ...current.current, q: next }), { replace: isOn });
      },
      next === "" ? 0 : pause,
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
        placeholder="Search names, phones, messages"
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
