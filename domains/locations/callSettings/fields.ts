import * as z from "zod/mini";
import { inOrder, listInput, optionalText, optionalUsPhone } from "#core/fields.ts";

/** The most phones that ring besides the first. */
export const maxMorePhones = 4;
/** The longest words for the person who picks up, and for the caller, in characters. */
export const maxWhisper = 120;
export const maxGreeting = 300;

/** A phone that calls are forwarded to; empty: the location's own. */
export const forwardPhone = () => optionalUsPhone({ takesTollFree: true });

/** The phones that ring besides it, each once. */
export const morePhones = () =>
  z.pipe(
    z.transform(listInput),
    z
      .array(forwardPhone().check(inOrder([(typed) => typed !== "", "Enter a phone, or remove it"])), {
        error: "Enter a list of phones",
      })
      .check(inOrder([(phones) => phones.length <= maxMorePhones, `Forward to ${maxMorePhones + 1} phones at most`])),
  );

export const ringOrder = () =>
  z.enum(["all", "in_turn"], { error: "Select whether all phones ring at once or in turn" });

export const ringHours = () => z.enum(["always", "open"], { error: "Select when the phones ring" });

export const whisper = () => optionalText(maxWhisper);
export const greeting = () => optionalText(maxGreeting);
