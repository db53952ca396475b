import { useEffect } from "react";
import { afterFrame } from "#core/web/afterFrame.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { consentEvents } from "#domains/customers/consent/contract.ts";
import { chatTagEvents } from "#domains/inbox/tags/contract.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { inboxEvents } from "../contract.ts";
import type { Inbox } from "./inboxModel.ts";
import type { Reading } from "./reading.ts";
import type { InboxAddress } from "./useInboxAddress.ts";

/** A page that was out of sight for less than this has missed nothing: its connection went on. */
const awayFor = 10_000;

const isVisible = () => document.visibilityState === "visible";

/** What is there already is seen before it is asked for again. */
function readSoon(reading: Reading, chat: number): () => void {
  const read = () => void reading.newest(chat);
  if (reading.isKnown(chat)) return afterFrame(read);
  read();
  return () => undefined;
}

/** Loads what the address shows, follows what happens, and catches up with what may have been missed. */
export function useLiveInbox(inbox: Inbox, { type, open }: InboxAddress): void {
  const { store, listing, reading, hearing } = inbox;

  useEffect(() => {
    store.view = { ...store.view, type, visible: isVisible() };
    void listing.first(type);
  }, [store, listing, type]);

  useEffect(() => {
    store.view = { ...store.view, open, visible: isVisible() };
    const callOff = open === undefined ? undefined : readSoon(reading, open);
    return () => {
      callOff?.();
      store.view = { ...store.view, open: undefined };
    };
  }, [store, reading, open]);

  useEvent(inboxEvents.messageOpen, hearing.message);
  useEvent(inboxEvents.chatChanged, ({ target_id }) => hearing.chat(target_id));
  useEvent(chatTagEvents.changed, ({ target_id }) => hearing.chat(target_id));
  useEvent(tagEvents.listChanged, hearing.tags);
  useEvent(consentEvents.changed, ({ customer_id }) => hearing.customer(customer_id));
  useEvent(inboxEvents.messagesMoved, ({ target_id }) => hearing.moved(target_id));
  useEvent(inboxEvents.numberAssigned, () => void hearing.catchUp());
  useOnReconnect(hearing.catchUp);

  useEffect(() => {
    let hiddenAt = Date.now();
    const look = () => {
      store.view = { ...store.view, visible: isVisible() };
      if (!isVisible()) hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > awayFor) void hearing.catchUp();
      else if (store.view.open !== undefined && reading.isUnseen(store.view.open)) {
        void reading.newest(store.view.open);
      }
    };
    const catchUp = () => void hearing.catchUp();
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", catchUp);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", catchUp);
    };
  }, [store, reading, hearing]);
}
