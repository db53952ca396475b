import { formatPhone, toE164 } from "#core/phone.ts";
import { type Network, networks, type PublicContacts } from "./contract.ts";

export const noContacts: PublicContacts = {
  phone: "",
  email: "",
  facebook: "",
  instagram: "",
  linkedin: "",
  x: "",
  youtube: "",
};

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const item = (href: string, text: string, rel = "") =>
  `<li><a href="${escaped(href)}"${rel && ` rel="${rel}"`}>${escaped(text)}</a></li>`;

/** The markup of each slot of the public pages' footer; empty when there is nothing to show. */
export function footerSlots(contacts: PublicContacts): { readonly contact: string; readonly follow: string } {
  const phone = toE164(contacts.phone);
  const lines = [
    phone ? item(`tel:${phone}`, formatPhone(phone)) : "",
    contacts.email ? item(`mailto:${contacts.email}`, contacts.email) : "",
  ].join("");
  const pages = (Object.keys(networks) as Network[])
    .filter((network) => contacts[network])
    .map((network) => item(contacts[network], networks[network].label, "noopener"))
    .join("");
  return {
    contact: lines && `<ul class="contact">${lines}</ul>`,
    follow: pages && `<nav aria-label="Follow us"><h2>Follow us</h2><ul>${pages}</ul></nav>`,
  };
}
