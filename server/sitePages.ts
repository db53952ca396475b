import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { PublicContacts } from "#domains/admin/publicSite/contract.ts";
import { footerSlots, noContacts } from "#domains/admin/publicSite/rules.ts";

/** A page with its slots filled. */
export interface FilledPage {
  readonly html: Buffer;
  readonly brotli: Buffer;
  readonly etag: string;
}

/** Milliseconds after which the contacts are read again. */
const freshMs = 5_000;

/** A public page's filled copy; undefined while there is nothing to fill in, so that the built file can be sent. */
export type FillPage = (file: string) => Promise<FilledPage | undefined>;

/**
 * Fills the slots of the public site's pages with the operator's contacts. A page is read, filled and compressed once for
 * each change of theirs. When they can't be read, the last ones stay.
 */
export function createFillPage(folder: string, readContacts: () => Promise<PublicContacts>, now = Date.now): FillPage {
  let contacts = noContacts;
  let readAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const pages = new Map<string, Promise<FilledPage>>();

  async function read(): Promise<void> {
    const current = await readContacts().catch(() => contacts);
    readAt = now();
    if (JSON.stringify(current) === JSON.stringify(contacts)) return;
    contacts = current;
    pages.clear();
  }

  return async (file) => {
    if (now() - readAt > freshMs) {
      running ??= read().finally(() => {
        running = undefined;
      });
      await running;
    }
    const slots = footerSlots(contacts);
    if (!slots.contact && !slots.follow) return undefined;
    let page = pages.get(file);
    if (!page) {
      page = fill(join(folder, file), slots);
      pages.set(file, page);
      page.catch(() => pages.delete(file));
    }
    return page;
  };
}

async function fill(path: string, slots: Readonly<Record<string, string>>): Promise<FilledPage> {
  const built = await readFile(path, "utf8");
  const text = Object.entries(slots).reduce(
    (page, [name, markup]) => page.replace(`<template data-slot="${name}"></template>`, () => markup),
    built,
  );
  const html = Buffer.from(text);
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { html, brotli, etag: `"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"` };
}
