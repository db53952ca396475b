import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { inOrder, optionalEmail, optionalText, optionalUsPhone, sent } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { hasCredentials, noCredentialsText } from "#core/webAddress.ts";

/** The networks of "Follow us", in its order, each with its hosts. */
export const networks = {
  facebook: { label: "Facebook", hosts: ["facebook.com"] },
  instagram: { label: "Instagram", hosts: ["instagram.com"] },
  linkedin: { label: "LinkedIn", hosts: ["linkedin.com"] },
  x: { label: "X", hosts: ["x.com", "twitter.com"] },
  youtube: { label: "YouTube", hosts: ["youtube.com"] },
} as const;
export type Network = keyof typeof networks;

/** Whether an address is a page of one of the hosts, and nothing that a browser reads another way. */
export function isPageOf(hosts: readonly string[], url: string): boolean {
  const [, host = ""] = /^https:\/\/([a-z0-9.-]+)\/[\w@.~%/?=&+#-]+$/i.exec(url) ?? [];
  return hosts.some((one) => host.toLowerCase() === one || host.toLowerCase().endsWith(`.${one}`));
}

const pageOn = (network: Network) => {
  const { hosts } = networks[network];
  const message = `Enter an address that begins with https://${hosts[0]}/`;
  return sent(
    optionalText(200).check(
      inOrder<string>(
        [(url) => !hasCredentials(url), noCredentialsText],
        [(url) => url === "" || isPageOf(hosts, url), message],
      ),
    ),
  );
};

/** How the public site says the platform can be reached; what is empty isn't shown. */
export const PublicContacts = z.object({
  phone: sent(optionalUsPhone({ takesTollFree: true })),
  email: sent(optionalEmail()),
  facebook: pageOn("facebook"),
  instagram: pageOn("instagram"),
  linkedin: pageOn("linkedin"),
  x: pageOn("x"),
  youtube: pageOn("youtube"),
});
export type PublicContacts = z.infer<typeof PublicContacts>;

export const publicSite = calls("publicSite", {
  contacts: {
    method: "GET",
    path: "/admin/site",
    allow: operator,
    about: "The phone, email address and pages on other networks that the public site shows.",
    data: PublicContacts,
  },
  changeContacts: {
    method: "POST",
    path: "/admin/site",
    allow: operator,
    audit: "trail",
    about: "Changes which of these the public site shows; empty ones aren't shown.",
    body: PublicContacts,
    successMessage: "Public site updated",
  },
});
