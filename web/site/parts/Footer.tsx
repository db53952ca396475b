import { about, apiDocs, faq, login, register, type SiteLink } from "../links.ts";
import { servicePath, services } from "../services/services.ts";
import { Brand } from "./Brand.tsx";

const columns: readonly { title: string; links: readonly SiteLink[] }[] = [
  { title: "Product", links: services.map((service) => ({ to: servicePath(service), label: service.name })) },
  { title: "Company", links: [about, register] },
  { title: "Support", links: [faq, apiDocs, login] },
];

/** The footer of every page. The server fills its slots with what the operator has set (`server/sitePages.ts`). */
export function Footer() {
  return (
    <footer className="footer">
      <div className="footer-row">
        <div className="footer-brand">
          <Brand />
          <p>Every customer conversation, under one roof.</p>
          <template data-slot="contact" />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <a href={link.to} data-login={link === login ? "" : undefined}>
                    {link.label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <template data-slot="follow" />
      </div>
      <div className="footer-end">
        <p>© 2024 Rooftop. All rights reserved.</p>
        <a href="#top">Scroll to top</a>
      </div>
    </footer>
  );
}
