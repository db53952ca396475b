import type { FastifyInstance } from "fastify";

/* What mail programs and scanners fetch from a marketing mail: only addresses on the server that sent it. */

export const mailVisits = ["open", "scan"] as const;
export type MailVisitKind = (typeof mailVisits)[number];

/** The mail that is visited, as the mailbox has it. */
interface VisitedMail {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/** The paths at which a mail's pictures and links are, on the server that it came from; in the mail's order. */
export function pathsIn({ html, headers }: VisitedMail): { pictures: string[]; links: string[] } {
  const [, own = ""] = /^<(https?:\/\/[^/>]+)\//.exec(headers["List-Unsubscribe"] ?? "") ?? [];
  const pathsOf = (pattern: RegExp) =>
    [...html.matchAll(pattern)]
      .map(([, url = ""]) => url)
      .filter((url) => own !== "" && url.startsWith(`${own}/`))
      .map((url) => url.slice(own.length));
  return { pictures: pathsOf(/<img\b[^>]*\ssrc="([^"]+)"/gi), links: pathsOf(/<a\b[^>]*\shref="([^"]+)"/gi) };
}

/** Opens a mail, as a program that shows pictures does; or follows everything in it, as a scanner does that passes for a browser. */
export async function visitMail(http: FastifyInstance, mail: VisitedMail, kind: MailVisitKind): Promise<void> {
  const { pictures, links } = pathsIn(mail);
  const visit = (method: "GET" | "HEAD") => async (url: string) =>
    void (await http.inject({ method, url, headers: { "user-agent": browser } }));
  if (kind === "scan") for (const path of links) await visit("HEAD")(path);
  for (const path of kind === "scan" ? [...pictures, ...links] : pictures) await visit("GET")(path);
}
