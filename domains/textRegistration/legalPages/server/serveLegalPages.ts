import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "#core/failure.ts";
import { toE164 } from "#core/phone.ts";
import { parse } from "#core/server/parse.ts";
import type { Server } from "#core/server/serve.ts";
import { signatureOf } from "#core/server/sign.ts";
import {
  dealerOfLegalSlug,
  type LegalAddresses,
  legalAddressesAt,
} from "#domains/locations/legalAddresses/server/public.ts";
import { VisitDetails } from "#domains/widget/contract.ts";
import { addressPrefix, formSeconds } from "#domains/widget/rules.ts";
import {
  formToken,
  isFromElsewhere,
  isInTime,
  readFormToken,
  receiveSignUp,
  takeVisitorLimits,
} from "#domains/widget/server/public.ts";
import { TextSignUp } from "../contract.ts";
import {
  confirmationText,
  consentWords,
  type LegalFacts,
  legalEdition,
  privacyPolicy,
  shownFacts,
  signUpTexts as texts,
  textTerms,
} from "../rules.ts";
import { formPicture } from "./formPicture.ts";
import {
  calmContent,
  documentContent,
  type LegalPageParts,
  legalPage,
  nothingTypedYet,
  type OfferedLocation,
  pageFooter,
  type SignUpForm,
  signedUpContent,
  signUpContent,
  type TypedSignUp,
  unknownPageContent,
  updatedDate,
} from "./page.ts";
import { type LegalRow, legalRow, type SignUpLocation } from "./store.ts";

/** The parameters of a page's address. */
interface LegalPageAddress {
  readonly slug: string;
  readonly page: string;
}

/** A business whose pages someone opened. */
interface OpenedPages {
  readonly dealer_id: number;
  readonly slug: string;
  readonly addresses: LegalAddresses;
  /** In the form in which pages show them. */
  readonly facts: LegalFacts;
  readonly additions: LegalRow["additions"];
  /** Those that can text. */
  readonly locations: readonly (SignUpLocation & OfferedLocation)[];
}

const reason = "a reader of legal pages";
const maxBodyBytes = 64 * 1024;
const pictureLimit = { points: 60, seconds: 3600 } as const;

/**
 * Serves `/legal/{business}/privacy`, `/terms` and `/texts`, where people sign up for texts, and a picture of that form:
 * what carriers' reviewers open. The pages run no script.
 */
export function serveLegalPages(server: Server): void {
  const { http, limits } = server;

  http.get<{ Params: LegalPageAddress }>("/legal/:slug/:page", async (request, reply) => {
    const { slug, page } = request.params;
    const pages = await openPages(server, slug);
    if (!pages) return sendUnknown(reply);
    const { facts, addresses, additions } = pages;
    const footer = pageFooter(addresses);
    if (page === "privacy" || page === "terms") {
      const make = page === "privacy" ? privacyPolicy : textTerms;
      const document = make(facts, addresses, additions[page]);
      const updated = updatedDate(additions.saved_at, additions[page].trim() !== "");
      const content = documentContent(document, facts.business, updated);
      return send(reply, { title: `${document.title} · ${facts.business}`, content, footer });
    }
    if (page === "texts") return sendForm(reply, server, pages, 200, { typed: nothingTypedYet });
    if (page !== "texts.png") return sendUnknown(reply);
    try {
      const { points, seconds } = pictureLimit;
      await limits.consume("legal picture", addressPrefix(request.ip), points, seconds);
    } catch (error) {
      if (!(error instanceof Failure && error.kind === "tooMany")) throw error;
      return closed(reply.code(429))
        .header("retry-after", error.retryAfter ?? 60)
        .type("text/plain")
        .send("");
    }
    return sendPicture(request, reply, await formPicture(facts));
  });

  http.post<{ Params: LegalPageAddress; Body: unknown }>(
    "/legal/:slug/:page",
    { bodyLimit: maxBodyBytes },
    async (request, reply) => {
      const { slug, page } = request.params;
      const pages = page === "texts" ? await openPages(server, slug) : undefined;
      return pages ? takeSignUp(server, request, reply, pages) : sendUnknown(reply);
    },
  );

  http.get("/legal/*", async (_request, reply) => sendUnknown(reply));
}

async function openPages(server: Server, slug: string): Promise<OpenedPages | undefined> {
  if (!/^[a-z0-9-]{1,60}$/.test(slug)) return undefined;
  const { within, publicUrl, secret } = server;
  const dealer_id = await within.cellOf.read({ entry: "legal pages", key: slug }, reason, (db) =>
    dealerOfLegalSlug(db, slug),
  );
  if (dealer_id === undefined) return undefined;
  const row = await within.business({ dealer_id }, reason, ({ db }) => legalRow(db, dealer_id));
  if (!row) return undefined;
  const facts = shownFacts(row.facts);
  const locations = row.locations.flatMap((location) => {
    if (location.number === "") return [];
    const reference = signatureOf(secret, ["legal page location", slug, location.id]).slice(0, 12);
    return [{ ...location, title: location.title || facts.business, reference }];
  });
  return { dealer_id, slug, addresses: legalAddressesAt(publicUrl, slug), facts, additions: row.additions, locations };
}

/** Records a sign-up, or says at the field why not. */
async function takeSignUp(
  server: Server,
  request: FastifyRequest<{ Params: LegalPageAddress; Body: unknown }>,
  reply: FastifyReply,
  pages: OpenedPages,
): Promise<FastifyReply> {
  const { secret, ports, within } = server;
  const { dealer_id, facts, locations, addresses } = pages;
  const body = (request.body ?? {}) as Record<string, unknown>;
  const details = parse(VisitDetails, body);
  const typed = typedOf(body);
  const form = readFormToken(secret, formKey(pages), details.token, ports.clock.now());
  // The same form again, so that no one waits a second time; one that is too old begins again.
  const token = form && form.age <= formSeconds.most ? details.token : undefined;
  const again = (status: number, more: object) => sendForm(reply, server, pages, status, { typed, token, ...more });
  if (locations.length === 0 || facts.isPlatform) return sendForm(reply, server, pages, 409, { typed });
  if (isFromElsewhere(request)) return sendForm(reply, server, pages, 422, { typed, problem: texts.again });
  if (details.company !== "") return again(422, { problem: texts.hidden });
  const location = locations.length === 1 ? locations[0] : locations.find((one) => one.reference === typed.location);
  const wrongLocation = location ? {} : { location: texts.selectLocation };
  try {
    const { first_name, last_name, phone } = parse(TextSignUp, body);
    if (!location) return again(422, { errors: wrongLocation });
    if (!form || !isInTime(form)) return again(422, { problem: texts.again });
    const e164 = toE164(phone) ?? phone;
    const scope = { dealer_id, location_id: location.id };
    await takeVisitorLimits(server, scope, request.ip, e164);
    const agent = String(request.headers["user-agent"] ?? "").slice(0, 300);
    const visit = { reference: form.id, page: addresses.texts, referrer: "", ip: request.ip, agent };
    const { business } = facts;
    const words = consentWords(business);
    const program = { words, version: legalEdition.version, confirmation: confirmationText(business) };
    // Of the whole business: what its other locations texted to a phone counts.
    await within.business({ dealer_id }, reason, (unit) =>
      receiveSignUp(unit, scope, secret, program, { phone: e164, first_name, last_name }, visit),
    );
    return send(reply, {
      title: texts.sentTitle,
      content: signedUpContent(business, e164),
      footer: pageFooter(addresses),
      isNarrow: true,
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "invalid") return again(422, { errors: { ...wrongLocation, ...error.fields } });
    if (error.kind !== "tooMany") return again(503, { problem: texts.again });
    reply.code(429).header("retry-after", error.retryAfter ?? 60);
    const content = calmContent(facts.business, texts.tooMany);
    return send(reply, { title: texts.title(facts.business), content, footer: pageFooter(addresses), isNarrow: true });
  }
}

/** Changes with the words that a form shows: an older form is shown again before it counts. */
function formKey({ slug, facts }: OpenedPages): string {
  const words = createHash("sha256").update(consentWords(facts.business)).digest("base64url");
  return `legal ${slug} ${words}`;
}

function typedOf(body: Record<string, unknown>): TypedSignUp {
  const text = (name: string) => (typeof body[name] === "string" ? body[name] : "");
  const { first_name, last_name } = { first_name: text("first_name"), last_name: text("last_name") };
  return { first_name, last_name, phone: text("phone"), location: text("location"), isChecked: body.consent === "1" };
}

function sendForm(
  reply: FastifyReply,
  server: Server,
  pages: OpenedPages,
  status: number,
  form: Omit<SignUpForm, "token" | "locations"> & { readonly token?: string | undefined },
): FastifyReply {
  const { facts, addresses, locations } = pages;
  const token = form.token ?? formToken(server.secret, formKey(pages), server.ports.clock.now());
  const content = signUpContent(facts, addresses, { ...form, token, locations });
  const title = facts.isPlatform ? texts.platformTitle : texts.title(facts.business);
  return send(reply.code(status), { title, content, footer: pageFooter(addresses), isNarrow: true });
}

const sendUnknown = (reply: FastifyReply): FastifyReply =>
  send(reply.code(404), { title: "Rooftop", content: unknownPageContent, isNarrow: true });

function send(reply: FastifyReply, parts: LegalPageParts): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'`;
  return closed(reply)
    .header("content-security-policy", policy)
    .type("text/html; charset=utf-8")
    .send(legalPage(parts, nonce));
}

/** Kept by no cache and found by no search engine. */
const closed = (reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", "no-store").header("x-robots-tag", "noindex").header("referrer-policy", "no-referrer");

function sendPicture({ headers }: FastifyRequest, reply: FastifyReply, picture: Buffer): FastifyReply {
  const etag = `"${createHash("sha256").update(picture).digest("base64url").slice(0, 22)}"`;
  reply.header("cache-control", "public, max-age=300").header("etag", etag).header("x-robots-tag", "noindex");
  if (headers["if-none-match"] === etag) return reply.code(304).send();
  return reply.header("cross-origin-resource-policy", "cross-origin").type("image/png").send(picture);
}
