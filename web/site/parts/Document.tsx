import type { ReactNode } from "react";
import { palette } from "#web/palette.ts";
import { Icon } from "../drawings/Icon.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";

/** The product's palette as CSS variables for the site's stylesheet. */
const shades = ["harbor", "gray", "dark"] as const;
const variables = shades
  .flatMap((name) => palette[name].map((value, shade) => `--${name}-${shade}:${value}`))
  .join(";");

interface Props {
  title: string;
  description: string;
  children: ReactNode;
}

/** The HTML document around a page's content. */
export function Document({ title, description, children }: Props) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={palette.dark[7]} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <style>{`:root{${variables}}`}</style>
        <link rel="stylesheet" href="/web/site/styles/site.css" />
        <script src="/scheme.js" />
        <script type="module" src="/web/site/site.ts" />
      </head>
      <body id="top">
        <a className="skip" href="#content">
          Skip to content
        </a>
        <Header />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <button type="button" className="to-top" aria-label="Scroll to top" data-to-top hidden>
          <Icon is="up" size={24} />
        </button>
      </body>
    </html>
  );
}
