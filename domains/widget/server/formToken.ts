import { randomUUID } from "node:crypto";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import { formSeconds } from "../rules.ts";

/** A form as the server showed it: recognized when it comes back, and stored once however often it does. */
export interface ReturnedForm {
  readonly id: string;
  /** Seconds ago. */
  readonly age: number;
}

const sign = (secret: string, key: string, id: string, at: number) =>
  signatureOf(secret, ["widget form", key, id, at]).slice(0, 22);

/** Stands in a form, so that only what was shown can be sent. @param key of what shows the form. */
export function formToken(secret: string, key: string, now: Date): string {
  const [id, at] = [randomUUID(), Math.floor(now.getTime() / 1000)];
  return `${id}.${at.toString(36)}.${sign(secret, key, id, at)}`;
}

/** The form that a token means; undefined for one that isn't ours. */
export function readFormToken(secret: string, key: string, token: string, now: Date): ReturnedForm | undefined {
  const [, id = "", shown = "", signature = ""] = /^([0-9a-f-]{36})\.([0-9a-z]{1,9})\.([\w-]{22})$/.exec(token) ?? [];
  const at = Number.parseInt(shown, 36);
  if (!isSignature(signature, sign(secret, key, id, at))) return undefined;
  return { id, age: Math.floor(now.getTime() / 1000) - at };
}

/** True when a person can have filled the form in, and what it said still holds. */
export const isInTime = ({ age }: ReturnedForm): boolean => age >= formSeconds.least && age <= formSeconds.most;
