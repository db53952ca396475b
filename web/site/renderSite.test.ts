import { matchPath } from "react-router";
import { expect, test } from "vitest";
import { renderSite } from "./renderSite.tsx";

const pages = renderSite();
const addresses = pages.map(({ path }) => path);
/** Read as text, because importing the screens needs a browser. */
const declarations = import.meta.glob<string>("../../domains/**/web/{screens,signInScreens}.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
/** Other paths that the server answers. */
const otherPaths = ["/api/docs", "/icon.svg", "/manifest.webmanifest", "/web/site/styles/site.css"];

const matchesIn = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, match = ""]) => match);
const screens = Object.values(declarations).flatMap((text) => matchesIn(text, /^\s*path: "(.+?)"/gm));
const textsOf = (html: string, tag: string) =>
  matchesIn(html, new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "g")).map((inner) => inner.replace(/<[^>]+>/g, "").trim());

test("renders the landing page and a page for each of the five services", () => {
  expect(addresses).toEqual([
    "/",
    "/services/crm",
    "/services/email-marketing",
    "/services/text-marketing",
    "/services/reputation-management",
    "/services/marketing-integrations",
  ]);
});

test.each(pages)("$path has one title, description and main heading, and no skipped heading level", ({ html }) => {
  expect(textsOf(html, "title")).toEqual([expect.stringMatching(/^Rooftop — \S/)]);
  expect(matchesIn(html, /<meta name="description" content="(.{40,200}?)"/g)).toHaveLength(1);
  expect(textsOf(html, "h1")).toHaveLength(1);
  const levels = matchesIn(html.slice(html.indexOf("<main")), /<h([1-6])/g).map(Number);
  expect(levels[0]).toBe(1);
  for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
});

test.each(pages)("every link of $path has a target", ({ path, html }) => {
  for (const link of new Set(matchesIn(html, /href="([^"]+)"/g))) {
    const [to = "", anchor] = link.split("#");
    if (anchor && anchor !== "top") {
      const target = pages.find((page) => page.path === (to || path));
      expect(target?.html, link).toContain(`id="${anchor}"`);
    }
    const isKnownPath = [path, ...addresses, ...otherPaths].includes(to || path);
    expect(isKnownPath || screens.some((screen) => matchPath(screen, to)), link).toBe(true);
  }
});

test.each(pages)("nothing on $path violates the content security policy", ({ html }) => {
  expect(html).not.toMatch(/<script(?! (type="module" )?src="\/)|\son\w+=|https?:\/\//);
});

test("the landing page shows the product, without moving what follows", () => {
  const images = matchesIn(pages[0]?.html ?? "", /(<img[^>]*>)/g);
  expect(images).toHaveLength(4);
  for (const [index, image] of images.entries()) {
    expect(image).toMatch(/ width="\d+" height="\d+" alt="[^"]{20,}"/);
    expect(image).toMatch(/ srcSet="\S+-(720|390)\.webp \d+w, \S+-(1440|780)\.webp \d+w"/);
    expect(image.includes('loading="lazy"')).toBe(index > 0);
  }
});

test.each(pages)("$path has a place for the operator's contacts, and shows none of its own", ({ html }) => {
  for (const slot of ["contact", "follow"]) expect(html).toContain(`<template data-slot="${slot}"></template>`);
  expect(html).not.toMatch(/tel:|mailto:|Follow us/);
});

test("the landing page has all specified content", () => {
  const { html = "" } = pages[0] ?? {};
  for (const text of [
    "Track and optimize routes in real-time",
    "Get started today",
    "Request a Demo",
    "30 day free trial",
  ]) {
    expect(html).toContain(text);
  }
  expect(matchesIn(html, /<details name="(faq)"/g)).toHaveLength(5);
  expect(matchesIn(html, /<li class="(partner)"/g)).toHaveLength(4);
  const mega = html.slice(html.indexOf('<div class="panel mega">'), html.indexOf('<nav class="narrow"'));
  expect(matchesIn(mega, /<strong>(.*?)<\/strong>/g)).toEqual([
    "CRM",
    "Email Marketing",
    "Text Marketing",
    "Reputation Management",
    "Marketing Integrations",
    "Shared Inbox",
    "Appointments",
    "Locations and Team",
  ]);
});

test.each(pages.slice(1))("$path has six numbered points that no other page repeats", ({ html }) => {
  const blurbs = html.slice(html.indexOf('<ol class="blurbs">'), html.indexOf("</ol>"));
  expect(textsOf(blurbs, "span").filter((text) => /^\d$/.test(text))).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(new Set(textsOf(blurbs, "h3"))).toHaveProperty("size", 6);
  for (const text of textsOf(blurbs, "p")) expect(text.length).toBeGreaterThan(60);
  for (const other of pages.slice(1).filter((page) => page.html !== html)) {
    for (const heading of textsOf(blurbs, "h3")) expect(textsOf(other.html, "h3")).not.toContain(heading);
  }
});
