/** What a web page says, as its visitors read it. */
export type WebsiteLook = { readonly kind: "seen"; readonly words: string } | { readonly kind: "unreachable" };

/** Opens pages of the public internet. */
export interface Websites {
  /** The title and the words of a page; an address may lack its scheme. Never throws. */
  look(address: string): Promise<WebsiteLook>;
  stop(): Promise<void>;
}
