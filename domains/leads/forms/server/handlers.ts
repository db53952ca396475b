import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import { openSeal, seal } from "#core/server/seal.ts";
import type { ContextOf, Deps, Handlers } from "#core/server/serve.ts";
import { hashToken, newToken } from "#core/server/token.ts";
import type { LeadForms } from "#ports/leadForms/leadForms.ts";
import { leadPageEvents, type leadPages } from "../contract.ts";
import { dueAfter } from "../rules.ts";
import { readPageJob, sealPurpose } from "./receiveForms.ts";
import {
  changePage,
  connectedPages,
  deletePage,
  findPage,
  lockPage,
  offerPages,
  pagesOf,
  type StoredPage,
  savePageConsent,
  takePageConsent,
} from "./store.ts";
import { leadPageTexts as texts } from "./texts.ts";

/** Where the provider sends people back to. */
const returnPath = "/settings/leads/connected";
/** Milliseconds to come back in, and to choose a page in. */
const consentMs = 15 * 60_000;
const offerMs = 24 * 3_600_000;

type PageContext = ContextOf<typeof leadPages.connect>;

export const leadPageHandlers: Handlers<typeof leadPages> = {
  async list({ db, scope, now, ports }) {
    return { provider: ports.leadForms?.provider ?? "none", pages: await pagesOf(db, scope, now()) };
  },

  async begin({ db, scope, who, now, ports, publicUrl }) {
    const forms = setUpForms(ports);
    const { token, token_hash } = newToken();
    const session = sessionOf({ scope, who });
    await savePageConsent(db, session, { token_hash, expires_at: new Date(now().getTime() + consentMs) });
    return { url: forms.consentUrl(`${publicUrl}${returnPath}`, token) };
  },

  async finish(context, { body: { state, code } }) {
    const { scope, who, ports, secret, publicUrl, within, origin } = context;
    const forms = setUpForms(ports);
    const session = sessionOf({ scope, who });
    // Used up before anything else, so that it is good for one try.
    const isOurs = await within(scope, origin, ({ db, now }) => takePageConsent(db, session, hashToken(state), now()));
    if (!isOurs) throw new Failure("conflict", texts.startAgain);
    if (code === "") throw new Failure("conflict", texts.denied);
    const granted = await forms.redeem(code, `${publicUrl}${returnPath}`);
    if (granted.kind !== "pages") throw new Failure("conflict", granted.kind === "busy" ? texts.away : texts.denied);
    if (granted.pages.length === 0) throw new Failure("conflict", texts.noPages);
    const sealed = granted.pages.map((page) => ({ ...page, access_sealed: seal(secret, sealPurpose, page.access) }));
    const kept = await within(scope, origin, async ({ db, now, audit, publish, enqueue }) => {
      const until = new Date(now().getTime() + offerMs);
      const pages = await offerPages(db, scope, sealed, { provider: forms.provider, until, now: now() });
      for (const { id, state: known } of pages)
        if (known !== "offered") enqueue(readPageJob, { dealer_id: scope.dealer_id, id });
      publish(leadPageEvents.changed, {});
      const detail = { pages: pages.length };
      await audit({ action: "allowed access to", subject: "Facebook pages", subject_id: scope.location_id, detail });
      return pages;
    });
    const [only] = kept;
    const offered = kept.filter((page) => page.state === "offered").length;
    if (kept.length > 1 || only?.state !== "offered") return { connected: kept.length - offered, offered };
    await connectPage(context, only.id);
    return { connected: 1, offered: 0 };
  },

  async connect(context, { params: { id } }) {
    await connectPage(context, id);
    return null;
  },

  async disconnect(context, { params: { id } }) {
    const { scope, ports, within, origin } = context;
    const ended = await within(scope, origin, async ({ db, audit, publish }) => {
      const page = ofLocation(await lockPage(db, { dealer_id: scope.dealer_id, id }), scope);
      await deletePage(db, page);
      publish(leadPageEvents.changed, {});
      await audit({ action: "disconnected", subject: "Facebook page", subject_id: id, detail: { page: page.title } });
      return page;
    });
    // The access is forgotten here in any case; notices that still come name no page of ours.
    const access = openAccess(context, ended);
    if (!ports.leadForms || access === undefined || ended.state === "offered") return null;
    const { provider, page_ref } = ended;
    const others = await within.eachCell.read("a page's other businesses", (db) =>
      connectedPages(db, provider, page_ref),
    );
    if (others.flat().length === 0) await ports.leadForms.unfollow(access);
    return null;
  },
};

const sessionOf = ({
  scope: { dealer_id, location_id },
  who: { user_id, session_id },
}: Pick<PageContext, "scope" | "who">) => ({
  dealer_id,
  location_id,
  user_id,
  session_id,
});

/** Has the provider tell of a page's forms, and takes them from now on. */
async function connectPage(context: PageContext, id: number): Promise<void> {
  const { scope, within, origin, ports } = context;
  const forms = setUpForms(ports);
  const { dealer_id } = scope;
  const page = await within(scope, origin, async ({ db, now }) => {
    const found = ofLocation(await findPage(db, { dealer_id, id }), scope);
    if (found.offered_until && found.offered_until <= now()) throw new Failure("conflict", texts.offerEnded);
    return found;
  });
  const access = openAccess(context, page);
  if (access === undefined) throw new Failure("conflict", texts.offerEnded);
  if (page.state !== "offered") return;
  await take(context, id);
  const followed = await forms.follow(access);
  if (followed.kind === "done") return;
  await within(scope, origin, async ({ db, now, publish }) => {
    const offered_until = new Date(now().getTime() + offerMs);
    await changePage(db, { dealer_id, id }, { state: "offered", offered_until, due_at: null });
    publish(leadPageEvents.changed, {});
  });
  throw new Failure("conflict", followed.kind === "busy" ? texts.away : texts.refused);
}

/** Marks a page as connected, which one location of all can do. */
async function take({ scope, within, origin }: PageContext, id: number): Promise<void> {
  const { dealer_id } = scope;
  try {
    await within(scope, origin, async ({ db, now, audit, publish }) => {
      const page = ofLocation(await lockPage(db, { dealer_id, id }), scope);
      if (page.state !== "offered") return;
      const connected = { connected_at: now(), read_to: now(), due_at: dueAfter(0, now()) };
      await changePage(db, page, { state: "ok", offered_until: null, problem: "", failures: 0, ...connected });
      publish(leadPageEvents.changed, {});
      await audit({ action: "connected", subject: "Facebook page", subject_id: id, detail: { page: page.title } });
    });
  } catch (error) {
    if (violatedConstraint(error) === "lead_pages_connected") throw new Failure("conflict", texts.elsewhere);
    throw error;
  }
}

function openAccess({ ports, secret }: PageContext, page: StoredPage) {
  if (ports.leadForms?.provider !== page.provider) return undefined;
  const access = openSeal(secret, sealPurpose, page.access_sealed);
  return access === undefined ? undefined : { ref: page.page_ref, access };
}

/** @throws Failure for a page that is absent, or another location's. */
function ofLocation(page: StoredPage | undefined, { location_id }: LocationKey): StoredPage {
  const found = orNotFound(page);
  if (found.location_id !== location_id) throw new Failure("absent");
  return found;
}

function setUpForms({ leadForms }: Deps["ports"]): LeadForms {
  if (!leadForms) throw new Failure("conflict", texts.notSetUp);
  return leadForms;
}
