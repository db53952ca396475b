import { kindOfPhone } from "#core/phone.ts";
import type { NumberRegistration } from "../contract.ts";

/** The number that a location texts from, and what it may send. */
export interface TextSender {
  readonly number: string;
  readonly registration: NumberRegistration;
  /** 1: while it isn't registered, people may not reply from it either. */
  readonly blocks_replies: number;
}

/** Whether a number in this state sends campaigns, reminders and invites, and the codes of people who sign in. */
export const maySendMarketing = (state: NumberRegistration): boolean =>
  state === "not_needed" || state === "registered";

/** Whether people may reply from a number in this state. @param blocksReplies 1: the operator refuses them as well. */
export const mayReply = (state: NumberRegistration, blocksReplies: number): boolean =>
  maySendMarketing(state) || blocksReplies !== 1;

/** What whatever waits for its number says. */
export const heldNumberText = "Number isn't registered yet";

/** Why a reply is refused while the operator blocks those of unregistered numbers. */
export const replyRefusedText = "This location's number isn't registered yet, so it can't send texts.";

/** The carrier's codes for a text whose number isn't registered with it: a local one, and a toll-free one. */
const unregisteredCodes: readonly string[] = ["30034", "30032"];
export const isUnregisteredCode = (code: string | undefined): boolean =>
  code !== undefined && unregisteredCodes.includes(code);

/** Whether carriers count a number's segments by day: registered local numbers share their business's limit. */
export const hasDailyCap = (state: NumberRegistration, number: string): boolean =>
  state === "registered" && kindOfPhone(number) !== "toll_free";
