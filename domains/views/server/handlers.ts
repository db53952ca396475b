import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { mostViews, savedViewEvents, type savedViews } from "../contract.ts";
import { screenOf } from "../fields.ts";
import { mayChange, viewAddress } from "../rules.ts";
import { changeView, countOwn, deleteView, insertView, lockView, openingView, setOpening, viewsFor } from "./store.ts";

export const savedViewHandlers: Handlers<typeof savedViews> = {
  async list(context, { body: { screen } }) {
    const { db, who } = context;
    const [views, opening_id] = await Promise.all([
      viewsFor(db, personOf(context), screen),
      openingView(db, personOf(context), screen),
    ]);
    return {
      views: views.map(({ user_id, ...view }) => ({
        ...view,
        may_change: mayChange({ ...view, user_id }, who) ? 1 : 0,
      })),
      opening_id,
    };
  },

  async add(context, { body }) {
    const { db, now } = context;
    const person = personOf(context);
    const view = contentOf(body);
    await lockByName(db, `saved views ${person.user_id}`);
    if ((await countOwn(db, person, view.screen)) >= mostViews)
      throw new Failure("conflict", `You can keep up to ${mostViews} views of a page. Delete one first.`);
    const id = await insertView(db, { ...person, ...view, created_at: now() }).catch(refuseTakenName);
    publishChange(context, view.is_shared);
    return { id };
  },

  async change(context, { params: { id }, body }) {
    const { db, scope, audit } = context;
    const before = await changeable(context, id);
    const view = contentOf(body);
    if (view.screen !== before.screen) throw invalidField("address", "A view stays with its page");
    await changeView(db, scope.dealer_id, id, view).catch(refuseTakenName);
    await audit({ action: "changed", subject: "saved view", subject_id: id, detail: { name: view.name } });
    publishChange(context, before.is_shared || view.is_shared);
    return { id };
  },

  async remove(context, { params: { id } }) {
    const { db, scope, audit } = context;
    const { name, is_shared } = await changeable(context, id);
    await deleteView(db, scope.dealer_id, id);
    await audit({ action: "deleted", subject: "saved view", subject_id: id, detail: { name } });
    publishChange(context, is_shared);
  },

  async open(context, { body: { screen, view_id } }) {
    const { db, scope, who } = context;
    if (view_id !== null) {
      const view = await lockView(db, scope, view_id);
      const isSeen = view?.screen === screen && (view.is_shared === 1 || view.user_id === who.user_id);
      orNotFound(isSeen || undefined);
    }
    await setOpening(db, personOf(context), screen, view_id);
    return { opening_id: view_id };
  },
};

function personOf({ scope: { dealer_id, location_id }, who: { user_id } }: StaffContext) {
  return { dealer_id, location_id, user_id };
}

function contentOf({ name, address, is_shared }: { name: string; address: string; is_shared: 0 | 1 }) {
  const shown = viewAddress(address);
  const screen = screenOf(shown);
  if (!screen) throw invalidField("address", "This page can't be saved as a view");
  return { name, is_shared, screen, address: shown };
}

/** Locks a view that the caller may change; others' private ones don't exist for them. */
async function changeable({ db, scope, who }: StaffContext, id: number) {
  const view = orNotFound(await lockView(db, scope, id));
  if (mayChange(view, who)) return view;
  throw view.is_shared === 1
    ? new Failure("forbidden", "Only its owner or a manager can change a team view. Save it as your own instead.")
    : new Failure("absent");
}

/** A private view is its owner's alone, so that nobody else hears of it. */
function publishChange({ publish }: StaffContext, is_shared: number): void {
  if (is_shared === 1) publish(savedViewEvents.changed, {});
}

function refuseTakenName(error: unknown): never {
  if (violatedConstraint(error) !== "saved_views_name") throw error;
  throw invalidField("name", "A view with this name already exists");
}
