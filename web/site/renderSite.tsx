import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Landing } from "./pages/Landing.tsx";
import { ServicePage } from "./pages/ServicePage.tsx";
import { Document } from "./parts/Document.tsx";
import { pathOf, services } from "./services/services.ts";

/** A page of the public site, as it is sent. */
export interface RenderedPage {
  /** Its address. */
  readonly path: string;
  /** Where it stands below `site/` of the built web app. */
  readonly file: string;
  readonly html: string;
}

/** Renders the public site. The build keeps the result; no React runs on these pages. */
export function renderSite(): RenderedPage[] {
  const landing = {
    path: "/",
    file: "index.html",
    html: page(
      "Home",
      "Texts, customers and appointments of all your locations, in one inbox. 30 days free.",
      <Landing />,
    ),
  };
  const pages = services.map((service) => ({
    path: pathOf(service),
    file: `services/${service.slug}.html`,
    html: page(service.name, service.lead, <ServicePage service={service} />),
  }));
  return [landing, ...pages];
}

function page(name: string, description: string, content: ReactNode): string {
  const html = renderToStaticMarkup(
    <Document title={`Rooftop — ${name}`} description={description}>
      {content}
    </Document>,
  );
  return `<!doctype html>${html}`;
}
