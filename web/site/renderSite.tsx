import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { SitePage } from "../prerendered/prerenderedPages.ts";
import { Landing } from "./pages/Landing.tsx";
import { ServicePage } from "./pages/ServicePage.tsx";
import { Document } from "./parts/Document.tsx";
import { servicePath, services } from "./services/services.ts";

/** Renders the public site at build time; no React runs on these pages in the browser. */
export function renderSite(): SitePage[] {
  const landing = {
    path: "/",
    file: "index.html",
    html: renderPage(
      "Home",
      "Texts, customers and appointments from all your locations, in one inbox. 30 days free.",
      <Landing />,
    ),
  };
  const pages = services.map((service) => ({
    path: servicePath(service),
    file: `services/${service.slug}.html`,
    html: renderPage(service.name, service.lead, <ServicePage service={service} />),
  }));
  return [landing, ...pages];
}

function renderPage(name: string, description: string, content: ReactNode): string {
  const html = renderToStaticMarkup(
    <Document title={`Rooftop — ${name}`} description={description}>
      {content}
    </Document>,
  );
  return `<!doctype html>${html}`;
}
