import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";
import { linkOf } from "../rules.ts";
import { mailEditorTexts } from "./texts.ts";

/** What a dialog says at the address of a link; nothing for a good one. */
export function addressError(address: string): { readonly address?: string } {
  if (linkOf(address) !== undefined) return {};
  return { address: hasCredentials(address) ? noCredentialsText : mailEditorTexts.badLink };
}
